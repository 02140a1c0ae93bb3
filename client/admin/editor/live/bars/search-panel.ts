import {
  closeSearchPanel,
  findNext,
  findPrevious,
  getSearchQuery,
  replaceAll,
  replaceNext,
  search,
  SearchQuery,
  setSearchQuery,
} from '@codemirror/search';
import { runScopeHandlers, type Command, type EditorView, type Panel, type ViewUpdate } from '@codemirror/view';

import { currentTranslations } from '../../../translations/translations.ts';
import { describeHits } from './search-hits.ts';

/** The switches of a search. */
const switches = { caseSensitive: 'match case', wholeWord: 'by word', regexp: 'regexp' } as const;
type Switch = keyof typeof switches;
const signs: Record<Switch, string> = { caseSensitive: 'Aa', wholeWord: '“ab”', regexp: '.*' };

/** Find and replace above the text. The search of the browser would find only the rendered part of a long text. */
export const finding = search({ top: true, createPanel: (view) => new SearchPanel(view) });

class SearchPanel implements Panel {
  readonly dom = document.createElement('div');
  readonly top = true;
  readonly #view: EditorView;
  readonly #find: HTMLInputElement;
  readonly #replace: HTMLInputElement;
  readonly #hits = document.createElement('span');
  readonly #switches = {} as Record<Switch, HTMLButtonElement>;

  constructor(view: EditorView) {
    this.#view = view;
    this.#find = this.#fieldNamed('Find');
    this.#find.setAttribute('main-field', 'true');
    this.#replace = this.#fieldNamed('Replace');
    this.#hits.className = 'find-hits';
    this.#hits.setAttribute('role', 'status');
    this.#hits.dir = 'auto';
    for (const name of Object.keys(switches) as Switch[]) this.#switches[name] = this.#switchNamed(name);
    this.dom.className = 'find-panel';
    this.dom.setAttribute('role', 'search');
    this.dom.setAttribute('aria-label', currentTranslations().editor.find);
    this.dom.addEventListener('keydown', (event) => this.#onKey(event));
    this.dom.append(
      rowOf(
        fieldWith(this.#find, this.#hits),
        ...Object.values(this.#switches),
        this.#buttonNamed('previous', findPrevious, '↑'),
        this.#buttonNamed('next', findNext, '↓'),
        this.#buttonNamed('close', closeSearchPanel, '×'),
      ),
      rowOf(
        fieldWith(this.#replace),
        this.#buttonNamed('replace', replaceNext),
        this.#buttonNamed('replace all', replaceAll),
      ),
    );
    this.#show(getSearchQuery(view.state));
  }

  mount(): void {
    this.#find.select();
  }

  update({ startState, state, docChanged, selectionSet }: ViewUpdate): void {
    const query = getSearchQuery(state);
    if (query !== getSearchQuery(startState)) this.#show(query);
    else if (docChanged || selectionSet) this.#count();
  }

  #fieldNamed(phrase: string): HTMLInputElement {
    const field = document.createElement('input');
    field.placeholder = this.#view.state.phrase(phrase);
    field.setAttribute('aria-label', field.placeholder);
    field.dir = 'auto';
    field.autocomplete = 'off';
    field.spellcheck = false;
    field.addEventListener('input', () => this.#change({}, field === this.#find));
    return field;
  }

  #switchNamed(name: Switch): HTMLButtonElement {
    const button = this.#buttonNamed(
      switches[name],
      () => this.#change({ [name]: button.ariaPressed !== 'true' }, true),
      signs[name],
    );
    return button;
  }

  #buttonNamed(phrase: string, command: Command, sign?: string): HTMLButtonElement {
    const button = document.createElement('button');
    const name = this.#view.state.phrase(phrase);
    button.type = 'button';
    if (sign === undefined) button.textContent = name;
    else {
      button.title = name;
      button.setAttribute('aria-label', name);
      // Shown by the style sheet, so that it is no part of the name.
      button.dataset['sign'] = sign;
    }
    button.addEventListener('click', () => void command(this.#view));
    return button;
  }

  /** @param isOther whether the next hit is selected: those before it have changed */
  #change(changes: Partial<Record<Switch, boolean>>, isOther: boolean): boolean {
    const { caseSensitive, wholeWord, regexp } = getSearchQuery(this.#view.state);
    const now = { caseSensitive, wholeWord, regexp, ...changes };
    const query = new SearchQuery({ ...now, search: this.#find.value, replace: this.#replace.value });
    this.#view.dispatch({ effects: setSearchQuery.of(query) });
    if (isOther && query.valid) this.#selectFrom(query);
    return true;
  }

  /** Selects the first hit that begins at the selection or behind it. */
  #selectFrom(query: SearchQuery): void {
    const { state } = this.#view;
    const { from } = state.selection.main;
    const hit = [query.getCursor(state, from).next(), query.getCursor(state).next()].find(({ done }) => !done);
    if (!hit || hit.done) return;
    const selection = { anchor: hit.value.from, head: hit.value.to };
    this.#view.dispatch({ selection, scrollIntoView: true, userEvent: 'select.search' });
  }

  #show(query: SearchQuery): void {
    if (this.#find.value !== query.search) this.#find.value = query.search;
    if (this.#replace.value !== query.replace) this.#replace.value = query.replace;
    for (const name of Object.keys(switches) as Switch[]) this.#switches[name].ariaPressed = String(query[name]);
    const isWrong = query.search !== '' && !query.valid;
    this.#find.setAttribute('aria-invalid', String(isWrong));
    this.#count();
  }

  #count(): void {
    const text = describeHits(this.#view.state);
    if (this.#hits.textContent !== text) this.#hits.textContent = text;
  }

  #onKey(event: KeyboardEvent): void {
    const isEnter = event.key === 'Enter' && !event.isComposing && !event.ctrlKey && !event.metaKey;
    if (isEnter && event.target === this.#find) (event.shiftKey ? findPrevious : findNext)(this.#view);
    else if (isEnter && event.target === this.#replace) replaceNext(this.#view);
    else if (!runScopeHandlers(this.#view, event, 'search-panel')) return;
    event.preventDefault();
  }
}

function rowOf(...parts: HTMLElement[]): HTMLElement {
  const row = document.createElement('div');
  row.className = 'find-row';
  row.append(...parts);
  return row;
}

function fieldWith(...parts: HTMLElement[]): HTMLElement {
  const field = document.createElement('div');
  field.className = 'find-field';
  field.append(...parts);
  return field;
}
