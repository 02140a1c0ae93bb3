import { WidgetType, type EditorView } from '@codemirror/view';

import type { ImageLook } from '../../../../../shared/image-look.ts';
import { currentTranslations } from '../../../translations/translations.ts';
import { showBlock } from '../blocks/show-block.ts';
import { changePicture } from './change-pictures.ts';
import { dragPictures, isOnPicture } from './drag-pictures.ts';
import { pictureTools } from './picture-tools.ts';
import { readPictures } from './read-pictures.ts';
import { sizeHandle } from './size-handle.ts';

/** Heights of pictures that were shown, so that the text does not jump when it is scrolled. */
const heights = new Map<string, number>();
const UNKNOWN_HEIGHT = 400;

/** A picture or a gallery as the site shows it, with its tools while the cursor is there. */
export class Pictures extends WidgetType {
  readonly source: string;
  readonly #isOpen: boolean;

  constructor(source: string, isOpen: boolean) {
    super();
    this.source = source;
    this.#isOpen = isOpen;
  }

  override eq(other: Pictures): boolean {
    return this.source === other.source && this.#isOpen === other.#isOpen;
  }

  override get estimatedHeight(): number {
    return heights.get(this.source) ?? UNKNOWN_HEIGHT;
  }

  toDOM(view: EditorView): HTMLElement {
    const place = document.createElement('div');
    place.setAttribute('role', 'group');
    dragPictures(place, view, (one) => sources.get(one));
    this.#show(place, view);
    return place;
  }

  override updateDOM(place: HTMLElement, view: EditorView, from: WidgetType): boolean {
    if (!(from instanceof Pictures)) return false;
    this.#show(place, view);
    return true;
  }

  #show(place: HTMLElement, view: EditorView): void {
    const { live } = currentTranslations();
    const pictures = readPictures(this.source);
    place.className = `live-block live-pictures${this.#isOpen ? ' live-open' : ''}`;
    place.setAttribute('aria-label', pictures.length > 1 ? live.gallery : (pictures[0]?.alt ?? ''));
    sources.set(place, this.source);
    showBlock(place, this.source, view, () => {
      heights.set(this.source, place.offsetHeight);
      showHandle(place, view);
    });
    const tools = place.querySelector(':scope > .live-picture-tools');
    if (!this.#isOpen) tools?.remove();
    else if (!tools) place.append(pictureTools(place, view, () => sources.get(place) ?? ''));
    else tools.dispatchEvent(new Event('live-refresh'));
  }

  override ignoreEvent(event: Event): boolean {
    if (isOnPicture(event)) return true;
    return event.target instanceof Element && event.target.closest(OWN_PARTS) !== null;
  }
}

/** Parts that handle their events themselves. */
const OWN_PARTS = '.live-picture-tools, .live-size, video, audio';

/** Shows the handle of the size at the corner of a picture that stands alone, while its tools are open. */
function showHandle(place: HTMLElement, view: EditorView): void {
  const source = sources.get(place) ?? '';
  const [picture, ...others] = readPictures(source);
  const image = place.querySelector('img');
  const known = place.querySelector<HTMLElement>(':scope > .live-size');
  if (!picture || others.length > 0 || !image || !place.classList.contains('live-open')) {
    known?.remove();
    return;
  }
  const change = (look: ImageLook | null) =>
    changePicture(view, { place, source: sources.get(place) ?? '' }, 0, { look });
  const handle = known ?? place.appendChild(sizeHandle(change));
  handle.dispatchEvent(new CustomEvent('live-size', { detail: picture.look }));
  const [outer, inner] = [place.getBoundingClientRect(), image.getBoundingClientRect()];
  handle.style.top = `${inner.bottom - outer.top}px`;
  const isMirrored = getComputedStyle(place).direction === 'rtl';
  handle.style.left = `${(isMirrored ? inner.left : inner.right) - outer.left}px`;
}

/** What the places show now. */
const sources = new WeakMap<HTMLElement, string>();
