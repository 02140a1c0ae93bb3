import type { EditorView } from '@codemirror/view';

import { looks, type ImageLook } from '../../../../../shared/image-look.ts';
import { currentTranslations } from '../../../translations/translations.ts';
import { toolBar, type BarTool } from '../tool-bar.ts';
import { changePicture, exchangeImage, movePicture, removePicture, type ShownPictures } from './change-pictures.ts';
import { readPictures, type Picture } from './read-pictures.ts';
import { pictureRequests } from '../../markdown/picture-requests.ts';

/**
 * The tools of the pictures of a block: size, alternative text, caption and link of each, and buttons that exchange, crop,
 * move and remove it. What is typed changes only the Markdown of that picture.
 *
 * @param read reads the Markdown of the block as it is now
 */
export function pictureTools(place: HTMLElement, view: EditorView, read: () => string): HTMLElement {
  const tools = document.createElement('div');
  tools.className = 'live-picture-tools';
  tools.setAttribute('role', 'group');
  tools.setAttribute('aria-label', currentTranslations().live.picture);
  const shown = (): ShownPictures => ({ place, source: read() });
  const change: Change = (at, changed) => changePicture(view, shown(), at, changed);
  let count = 0;
  const refresh = () => {
    const pictures = readPictures(read());
    // With one picture more or less, other tools belong to each.
    if (pictures.length !== count) tools.replaceChildren();
    count = pictures.length;
    pictures.forEach((picture, at) => {
      const form = tools.children[at] ?? tools.appendChild(formOf(at, change, count === 1));
      if (!form.querySelector('.live-tools')) form.append(buttonsOf(view, shown, at, count));
      fill(form, picture);
    });
  };
  refresh();
  tools.addEventListener('live-refresh', refresh);
  return tools;
}

/** The buttons of a picture; those that move it only in a gallery. */
function buttonsOf(view: EditorView, shown: () => ShownPictures, at: number, count: number): HTMLElement {
  const { live, pictures: t } = currentTranslations();
  const ask = view.state.facet(pictureRequests);
  const tools: BarTool[] = [
    {
      label: t.replace,
      sign: '⇄',
      run: () => exchangeImage(view, shown(), at, (_, chosen) => ask()?.replacePicture(chosen)),
    },
    {
      label: t.edit,
      sign: '✂',
      run: () => exchangeImage(view, shown(), at, (url, made) => ask()?.editPicture(url, made)),
    },
    ...(at > 0 ? [{ label: t.moveBack, sign: '←', run: () => movePicture(view, shown(), at, at - 1) }] : []),
    ...(at < count - 1 ? [{ label: t.moveForth, sign: '→', run: () => movePicture(view, shown(), at, at + 1) }] : []),
    { label: t.remove, sign: '✕', run: () => removePicture(view, shown(), at) },
  ];
  return toolBar(live.picture, tools);
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
