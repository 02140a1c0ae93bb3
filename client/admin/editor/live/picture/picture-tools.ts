import type { EditorView } from '@codemirror/view';

import { looks, type ImageLook } from '../../../../../shared/image-look.ts';
import { currentTranslations } from '../../../translations/translations.ts';
import { readPictures, writePicture, type Picture } from './read-pictures.ts';

/**
 * The tools of the pictures of a block: size, alternative text, caption and link of each. What is typed changes only the
 * Markdown of that picture.
 *
 * @param read reads the Markdown of the block as it is now
 */
export function pictureTools(place: HTMLElement, view: EditorView, read: () => string): HTMLElement {
  const tools = document.createElement('div');
  tools.className = 'live-picture-tools';
  tools.setAttribute('role', 'group');
  tools.setAttribute('aria-label', currentTranslations().live.picture);
  const refresh = () => {
    const pictures = readPictures(read());
    while (tools.childElementCount > pictures.length) tools.lastElementChild?.remove();
    pictures.forEach((picture, at) => {
      const form = tools.children[at] ?? tools.appendChild(formOf(at, change, pictures.length === 1));
      fill(form, picture);
    });
  };
  refresh();
  tools.addEventListener('live-refresh', refresh);
  return tools;

  function change(at: number, changed: Partial<Picture>): void {
    const source = read();
    const picture = readPictures(source)[at];
    if (!picture) return;
    const insert = writePicture({ ...picture, ...changed });
    // Below its Markdown, the block is at the end of that.
    const start = view.posAtDOM(place) - source.length;
    if (insert === source.slice(picture.from, picture.to)) return;
    view.dispatch({
      changes: { from: start + picture.from, to: start + picture.to, insert },
      userEvent: 'input',
    });
  }
}

type Change = (at: number, changed: Partial<Picture>) => void;

const texts = ['alt', 'title', 'link'] as const;

function formOf(at: number, change: Change, hasSize: boolean): HTMLElement {
  const { live } = currentTranslations();
  const form = document.createElement('div');
  form.className = 'live-picture-form';
  const labels = { alt: live.alt, title: live.caption, link: live.link };
  for (const name of texts) {
    const input = document.createElement('input');
    input.name = name;
    input.addEventListener('input', () => change(at, { [name]: input.value }));
    form.append(labelled(labels[name], input));
  }
  if (!hasSize) return form;
  const size = document.createElement('select');
  size.name = 'look';
  size.append(new Option(live.sizes.normal, ''), ...looks.map((look) => new Option(live.sizes[look], look)));
  size.addEventListener('change', () => change(at, { look: size.value === '' ? null : (size.value as ImageLook) }));
  form.append(labelled(live.size, size));
  return form;
}

function labelled(text: string, input: HTMLElement): HTMLElement {
  const label = document.createElement('label');
  const name = document.createElement('span');
  name.textContent = text;
  label.append(name, input);
  return label;
}

/** What is being typed stays as it is. */
function fill(form: Element, { alt, title, link, look }: Picture): void {
  const values: Record<string, string> = { alt, title, link, look: look ?? '' };
  for (const input of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')) {
    if (document.activeElement !== input) input.value = values[input.name] ?? '';
  }
}
