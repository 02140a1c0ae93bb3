import { WidgetType, type EditorView } from '@codemirror/view';

import { sizeIn } from '../../../../../shared/image-size.ts';
import { imageAddress } from '../blocks/block-html.ts';

/** A picture in a line of text. */
export class InlineImage extends WidgetType {
  readonly #src: string;
  readonly #alt: string;

  constructor(src: string, alt: string) {
    super();
    this.#src = src;
    this.#alt = alt;
  }

  override eq(other: InlineImage): boolean {
    return this.#src === other.#src && this.#alt === other.#alt;
  }

  toDOM(view: EditorView): HTMLElement {
    const image = document.createElement('img');
    const { url, size } = sizeIn(this.#src);
    image.className = 'live-image';
    image.alt = this.#alt;
    image.loading = 'lazy';
    image.draggable = false;
    if (size) Object.assign(image, size);
    image.addEventListener('load', () => view.requestMeasure());
    // Only what the site would load.
    const address = imageAddress(url);
    if (/^(?:https?:|\/)/i.test(address)) image.src = address;
    return image;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}
