import { phrasingTags } from '../../../shared/allowed-html.ts';
import { arrangeImages, type HtmlTree } from '../../../shared/arrange-images.ts';
import { lookIn } from '../../../shared/image-look.ts';
import { sizeIn } from '../../../shared/image-size.ts';

/**
 * Prepares the images of a text as the server does (server/site/render/plugins/images.ts).
 *
 * @param label the name of links on images without alternative text
 */
export function prepareImages(text: DocumentFragment, label: string): void {
  for (const image of text.querySelectorAll('img')) {
    const source = image.getAttribute('src') ?? '';
    // Its URL was not allowed.
    if (source === '') {
      image.replaceWith(image.alt);
      continue;
    }
    const { url: plain, look } = lookIn(source);
    const { url, size } = sizeIn(plain);
    if (look !== undefined) image.dataset['look'] = look;
    if (look !== undefined) image.setAttribute('src', url);
    if (size && !image.hasAttribute('width') && !image.hasAttribute('height')) Object.assign(image, size);
    if (size) image.setAttribute('src', url);
    image.loading = 'lazy';
    image.decoding = 'async';
    // An image without alternative text is decorative.
    if (!image.hasAttribute('alt')) image.alt = '';
  }
  arrangeImages<Node>(dom, text, label);
  for (const image of text.querySelectorAll<HTMLElement>('[data-look]')) delete image.dataset['look'];
}

const dom: HtmlTree<Node> = {
  nameOf: (node) => (node instanceof Element ? node.localName : null),
  childrenOf: (node) => [...node.childNodes],
  setChildren: (node, children) => (node as ParentNode & Node).replaceChildren(...children),
  isBlank: (node) => node.textContent?.trim() === '' && !(node instanceof Element && node.matches('img, :has(img)')),
  isPhrasing: (node) => node instanceof Element && phrasingTags.includes(node.localName),
  attributesOf: (node) =>
    node instanceof Element ? Object.fromEntries(Array.from(node.attributes, ({ name, value }) => [name, value])) : {},
  setAttribute(node, name, value) {
    if (!(node instanceof Element)) return;
    if (value === null) node.removeAttribute(name);
    else node.setAttribute(name, value);
  },
  create(name, attributes, children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  },
};
