import { WidgetType } from '@codemirror/view';

/** The language of a block of code, in place of its fence. */
export class CodeLanguage extends WidgetType {
  readonly #language: string;

  constructor(language: string) {
    super();
    this.#language = language;
  }

  override eq(other: CodeLanguage): boolean {
    return this.#language === other.#language;
  }

  toDOM(): HTMLElement {
    const label = document.createElement('span');
    label.className = 'live-language';
    label.textContent = this.#language;
    return label;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}
