import { getSearchQuery } from '@codemirror/search';
import type { EditorState } from '@codemirror/state';

import { formatMessage } from '../../../translations/format-message.ts';
import { currentLanguage } from '../../../translations/language.ts';
import { currentTranslations } from '../../../translations/translations.ts';

/** More hits are not counted, so that typing stays quick. */
const MOST = 1000;

/** How many hits a search has, and which one is selected; "" without a search. */
export function describeHits(state: EditorState): string {
  const query = getSearchQuery(state);
  if (query.search === '') return '';
  const { live } = currentTranslations();
  if (!query.valid) return live.noPattern;
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
  return formatMessage(live.hits, { at: number.format(at), total: shown });
}
