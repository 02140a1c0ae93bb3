import { WidgetType, type EditorView } from '@codemirror/view';

import { currentTranslations } from '../../../translations/translations.ts';
import { showBlock } from './show-block.ts';
import type { BlockKind } from './find-blocks.ts';

/** Heights in pixels before a block is rendered. */
const HEIGHTS: Record<BlockKind, number> = { pictures: 400, table: 160, formula: 80, html: 80, card: 90 };
/** Heights of rendered blocks, so that the text does not jump when it is scrolled. */
const heights = new Map<string, number>();

/** A block as the site shows it. */
export class RenderedBlock extends WidgetType {
  readonly source: string;
  readonly #kind: BlockKind;
  readonly #isOpen: boolean;

  /** @param isOpen whether its Markdown is above it */
  constructor(source: string, kind: BlockKind, isOpen: boolean) {
    super();
    this.source = source;
    this.#kind = kind;
    this.#isOpen = isOpen;
  }

  override eq(other: RenderedBlock): boolean {
    return this.source === other.source && this.#kind === other.#kind && this.#isOpen === other.#isOpen;
  }

  override get estimatedHeight(): number {
    return heights.get(this.source) ?? HEIGHTS[this.#kind];
  }

  toDOM(view: EditorView): HTMLElement {
    const { live } = currentTranslations();
    const labels: Record<BlockKind, string> = {
      pictures: live.gallery,
      table: live.table,
      formula: live.formula,
      html: live.html,
      card: live.embed,
    };
    const place = document.createElement('div');
    place.className = `live-block live-${this.#kind}${this.#isOpen ? ' live-open' : ''}`;
    place.setAttribute('role', 'group');
    place.setAttribute('aria-label', labels[this.#kind]);
    showBlock(place, this.source, view, () => heights.set(this.source, place.offsetHeight));
    return place;
  }

  /** While its Markdown is typed, the former result stays until the next one is ready. */
  override updateDOM(place: HTMLElement, view: EditorView, from: WidgetType): boolean {
    if (!(from instanceof RenderedBlock) || from.#kind !== this.#kind) return false;
    place.classList.toggle('live-open', this.#isOpen);
    if (from.source !== this.source)
      showBlock(place, this.source, view, () => heights.set(this.source, place.offsetHeight));
    return true;
  }

  /** Links and summaries are used; a click on anything else shows the Markdown. */
  override ignoreEvent(event: Event): boolean {
    return event.target instanceof Element && event.target.closest('summary, button, input, video, audio') !== null;
  }
}
