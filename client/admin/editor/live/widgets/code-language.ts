import { WidgetType, type EditorView } from '@codemirror/view';

import { codeLanguages } from '../../../../site/scripts/code-languages.ts';
import { currentTranslations } from '../../../translations/translations.ts';

const LIST = 'live-code-languages';

/** The field of the language of a block of code, in place of its fence. */
export class CodeLanguage extends WidgetType {
  readonly #language: string;

  constructor(language: string) {
    super();
    this.#language = language;
  }

  override eq(other: CodeLanguage): boolean {
    return this.#language === other.#language;
  }

  toDOM(view: EditorView): HTMLElement {
    const { pictures: t } = currentTranslations();
    const place = document.createElement('span');
    place.className = 'live-language';
    const input = document.createElement('input');
    input.value = this.#language;
    input.placeholder = t.noLanguage;
    input.setAttribute('aria-label', t.language);
    input.setAttribute('list', LIST);
    input.spellcheck = false;
    input.autocapitalize = 'none';
    input.addEventListener('change', () => writeLanguage(view, view.posAtDOM(place), this.#language, input.value));
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') input.value = this.#language;
      if (event.key !== 'Enter' && event.key !== 'Escape') return;
      // The key would arrive in the text, which has the focus then.
      event.preventDefault();
      view.focus();
    });
    // One list for all fields; each filters it by what is typed.
    addList(view.dom);
    place.append(input);
    return place;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

function addList(parent: HTMLElement): void {
  if (parent.querySelector(`#${LIST}`)) return;
  const list = document.createElement('datalist');
  list.id = LIST;
  list.append(...[...codeLanguages].sort().map((name) => new Option(name)));
  parent.append(list);
}

/** Writes a language behind the fence that begins at a position; what follows it, such as a title, stays. */
function writeLanguage(view: EditorView, at: number, before: string, typed: string): void {
  const { from, text, to } = view.state.doc.lineAt(at);
  const [, fence = ''] = /^(.*?(?:`{3,}|~{3,})[ \t]*)/.exec(text) ?? [];
  const start = from + fence.length;
  const insert = typed.trim().replaceAll(/[\s`~{,]/g, '');
  if (fence === '' || view.state.readOnly || insert === before || !text.slice(fence.length).startsWith(before)) return;
  view.dispatch({ changes: { from: start, to: Math.min(to, start + before.length), insert }, userEvent: 'input' });
}
