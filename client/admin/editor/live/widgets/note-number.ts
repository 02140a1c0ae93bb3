import { WidgetType } from '@codemirror/view';

/** The number of a footnote, in the text or before the footnote itself. */
export class NoteNumber extends WidgetType {
  readonly #number: string;
  readonly #isRaised: boolean;

  constructor(number: string, isRaised: boolean) {
    super();
    this.#number = number;
    this.#isRaised = isRaised;
  }

  override eq(other: NoteNumber): boolean {
    return this.#number === other.#number && this.#isRaised === other.#isRaised;
  }

  toDOM(): HTMLElement {
    const number = document.createElement(this.#isRaised ? 'sup' : 'span');
    number.className = 'live-number';
    number.textContent = this.#number;
    return number;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}
