import { getSearchQuery, searchPanelOpen } from '@codemirror/search';
import { ViewPlugin, type EditorView, type ViewUpdate } from '@codemirror/view';

import { formatMessage } from '../../../translations/format-message.ts';
import { currentLanguage } from '../../../translations/language.ts';
import { currentTranslations } from '../../../translations/translations.ts';

/** More hits are not counted, so that typing stays quick. */
const MOST = 1000;

/** Shows in the search how many hits the text has, and which one is selected. */
export const searchCount = ViewPlugin.fromClass(
  class {
    readonly #count = document.createElement('span');

    constructor(view: EditorView) {
      this.#count.className = 'live-hits';
      this.#count.setAttribute('role', 'status');
      this.#show(view);
    }

    update({ view, docChanged, selectionSet, startState, state, transactions }: ViewUpdate): void {
      const isOther = getSearchQuery(startState) !== getSearchQuery(state) || transactions.length > 0;
      if (docChanged || selectionSet || isOther) this.#show(view);
    }

    #show(view: EditorView): void {
      if (!searchPanelOpen(view.state)) return;
      // The panel is added behind this update.
      queueMicrotask(() => {
        const panel = view.dom.querySelector('.cm-search');
        if (panel && this.#count.parentNode !== panel) panel.querySelector('br')?.before(this.#count);
        const text = countIn(view);
        if (this.#count.textContent !== text) this.#count.textContent = text;
      });
    }
  },
);

function countIn({ state }: EditorView): string {
  const query = getSearchQuery(state);
  if (!query.valid || query.search === '') return '';
  const { main } = state.selection;
  let total = 0;
  let at = 0;
  const hits = query.getCursor(state);
  for (let next = hits.next(); !next.done && total < MOST; next = hits.next()) {
    total += 1;
    const { from, to } = next.value;
    if (from === main.from && to === main.to) at = total;
  }
  const number = new Intl.NumberFormat(currentLanguage());
  const shown = total === MOST ? `${number.format(MOST)}+` : number.format(total);
  return formatMessage(currentTranslations().live.hits, { at: number.format(at), total: shown });
}
