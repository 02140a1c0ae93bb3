/** The operations that `arrangeImages` needs on an HTML tree, in the server or a browser. */
export interface HtmlTree<N> {
  /** The name of an element; null for text and comments. */
  nameOf(node: N): string | null;
  childrenOf(node: N): N[];
  setChildren(node: N, children: N[]): void;
  /** Whether it has neither text nor an image. */
  isBlank(node: N): boolean;
  /** Whether it is text or an element that stands in a line of text. */
  isPhrasing(node: N): boolean;
  attributesOf(node: N): Readonly<Record<string, string>>;
  /** @param value null removes it */
  setAttribute(node: N, name: string, value: string | null): void;
  create(name: string, attributes: Readonly<Record<string, string>>, children: (N | string)[]): N;
}

/** The parents of images without text beside them, besides paragraphs. In tables and `div` elements images are badges. */
const containers = new Set(['figure', 'blockquote', 'ul', 'ol', 'li', 'details', 'section']);
const IMAGE_FILE = /\.(?:avif|gif|jpe?g|png|svg|webp)(?:[?#]|$)/i;

/** Images that follow each other. Each is an `img`, or a link with nothing but one. */
interface Run<N> {
  images: N[];
  /** The paragraph of the first one, if it is in one. */
  paragraph: N | undefined;
  /** White space after the last image. */
  gap: N[];
}

/**
 * Arranges the images that have no text beside them (class `picture`): titles become captions, images that follow each
 * other become galleries, and each links to its file, which the site shows in a dialog (class `enlarge`). An attribute
 * `data-look` of an image alone becomes the class of its figure.
 *
 * @param root the whole tree
 * @param label the name of links on images without alternative text
 */
export function arrangeImages<N>(tree: HtmlTree<N>, root: N, label: string): void {
  const { nameOf, childrenOf, isBlank } = tree;
  const is = (node: N, name: string) => nameOf(node) === name;
  const isGap = (node: N) => is(node, 'br') || (nameOf(node) === null && isBlank(node));

  function arrange(parent: N): void {
    const direct = new Set(imagesAloneIn(parent));
    const arranged: N[] = [];
    let run: Run<N> | undefined;
    const end = () => {
      if (run) arranged.push(...shown(run, parent), ...run.gap);
      run = undefined;
    };
    for (const child of childrenOf(parent)) {
      const paragraph = is(child, 'p') ? child : undefined;
      const images = paragraph ? imagesAloneIn(paragraph) : direct.has(child) ? [child] : [];
      if (images.length === 0) {
        if (run && isGap(child)) {
          run.gap.push(child);
          continue;
        }
        end();
        if (containers.has(nameOf(child) ?? '')) arrange(child);
        arranged.push(child);
        continue;
      }
      const isJoined = images.every(leadsToImage) && !(paragraph && hasAttributes(paragraph));
      if (!isJoined) end();
      run ??= { images: [], paragraph, gap: [] };
      run.images.push(...images);
      run.gap = [];
      if (!isJoined) end();
    }
    end();
    tree.setChildren(parent, arranged);
  }

  /** The images of an element without other inline content; none if several are links, which are usually badges. */
  function imagesAloneIn(parent: N): N[] {
    const children = childrenOf(parent);
    const images = children.filter(imageOf);
    const isAlone = children.every((child) => imageOf(child) || isGap(child) || !isInline(child));
    return isAlone && (images.length === 1 || images.every(leadsToImage)) ? images : [];
  }

  /** An image, or the image that is the only content of a link. */
  function imageOf(node: N): N | undefined {
    if (is(node, 'img')) return node;
    if (!is(node, 'a')) return undefined;
    const [only, ...others] = childrenOf(node).filter((child) => !isBlank(child));
    return only !== undefined && is(only, 'img') && others.length === 0 ? only : undefined;
  }

  /** Whether it is not a link to something else. */
  function leadsToImage(node: N): boolean {
    const { href } = tree.attributesOf(node);
    return is(node, 'img') || href === undefined || IMAGE_FILE.test(href);
  }

  function isInline(node: N): boolean {
    return nameOf(node) === null ? !isBlank(node) : tree.isPhrasing(node);
  }

  function hasAttributes(node: N): boolean {
    return Object.keys(tree.attributesOf(node)).length > 0;
  }

  function shown({ images, paragraph }: Run<N>, parent: N): N[] {
    const attributes = paragraph === undefined ? {} : tree.attributesOf(paragraph);
    if (images.length === 1) return shownAlone(images[0]!, paragraph, attributes, parent);
    const columns = images.length === 2 || images.length === 4 ? 'half' : 'third';
    const items = images.map((image) => {
      const caption = takeCaption(image);
      const item = enlargeable(image, `picture ${columns}`);
      return caption === undefined ? item : tree.create('figure', {}, [item, caption]);
    });
    return [tree.create('div', { ...attributes, class: 'gallery' }, items)];
  }

  function shownAlone(
    image: N,
    paragraph: N | undefined,
    attributes: Readonly<Record<string, string>>,
    parent: N,
  ): N[] {
    const isInFigure = is(parent, 'figure');
    const isCaptioned = isInFigure && childrenOf(parent).some((child) => is(child, 'figcaption'));
    const caption = isCaptioned ? undefined : takeCaption(image);
    // Only a picture of the text itself has room beside it.
    const look = parent === root ? tree.attributesOf(imageOf(image)!)['data-look'] : undefined;
    const item = enlargeable(image, look === undefined ? 'picture' : `picture ${look}`);
    if (look !== undefined || (caption !== undefined && !isInFigure)) {
      const own = look === undefined ? attributes : { ...attributes, class: look };
      return [tree.create('figure', own, [item, ...(caption === undefined ? [] : [caption])])];
    }
    if (paragraph !== undefined) tree.setChildren(paragraph, [item]);
    return [paragraph ?? item, ...(caption === undefined ? [] : [caption])];
  }

  /** Takes the title of an image as its caption. */
  function takeCaption(node: N): N | undefined {
    const image = imageOf(node)!;
    const title = tree.attributesOf(image)['title']?.trim() ?? '';
    if (title === '') return undefined;
    tree.setAttribute(image, 'title', null);
    return tree.create('figcaption', {}, [title]);
  }

  /** Links an image to its file, unless its author has linked it. */
  function enlargeable(node: N, className: string): N {
    const image = imageOf(node)!;
    const { src = '', alt = '', width, height } = tree.attributesOf(image);
    const isSized = width !== undefined && height !== undefined;
    tree.setAttribute(image, 'class', isSized ? className : `${className} unsized`);
    if (is(node, 'img')) {
      return tree.create('a', { class: 'enlarge', href: src, ...(alt === '' && { 'aria-label': label }) }, [node]);
    }
    const isLink = tree.attributesOf(node)['href'] !== undefined;
    if (isLink && leadsToImage(node)) tree.setAttribute(node, 'class', 'enlarge');
    return node;
  }

  arrange(root);
}
