import { WidgetType, type EditorView } from '@codemirror/view';

import { currentTranslations } from '../../../translations/translations.ts';
import { showBlock } from '../blocks/show-block.ts';
import { pictureTools } from './picture-tools.ts';
import { readPictures } from './read-pictures.ts';

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
    showBlock(place, this.source, view, () => heights.set(this.source, place.offsetHeight));
    const tools = place.querySelector(':scope > .live-picture-tools');
    if (!this.#isOpen) tools?.remove();
    else if (!tools) place.append(pictureTools(place, view, () => sources.get(place) ?? ''));
    else tools.dispatchEvent(new Event('live-refresh'));
  }

  override ignoreEvent(event: Event): boolean {
    return event.target instanceof Element && event.target.closest('.live-picture-tools, video, audio') !== null;
  }
}

/** What the places show now. */
const sources = new WeakMap<HTMLElement, string>();
