import { ask, RequestError } from './ask.ts';
import { make } from './dom.ts';
import { moveByArrows } from './search-keys.ts';
import { linkToAll, linkToSuggestion, resultList, type Found } from './search-results.ts';
import { service } from './service.ts';
import { tell, tellRefusal } from './status.ts';
import { translations } from './translations.ts';

/** How long typing must pause before a search. */
const DEBOUNCE_MS = 300;
/** The number of suggested posts; a link shows all results. */
const MAX_SUGGESTIONS = 8;
/** One character of these scripts is enough for a search, and so is an emoji. */
const wordy = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u;

/** Searches while visitors type. */
export function suggest(): void {
  const field = document.querySelector<HTMLInputElement>('[data-search] input');
  const results = document.querySelector<HTMLElement>('[data-results]');
  if (!field || !results) return;
  const status = statusIn(results);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = new AbortController();
  let last: string | undefined = field.value.trim();

  const later = (seconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void searchNow(), seconds * 1000);
  };
  field.addEventListener('input', ({ isComposing }: Partial<InputEvent>) => {
    if (!isComposing) later(DEBOUNCE_MS / 1000);
  });
  field.addEventListener('compositionend', () => later(DEBOUNCE_MS / 1000));
  moveByArrows(field, results);

  async function searchNow(): Promise<void> {
    const query = field!.value.trim();
    if (query === last) return;
    asked.abort();
    asked = new AbortController();
    last = query;
    history.replaceState(history.state, '', searchPath(query));
    void nameThePage(query);
    if (!isEnough(query)) return show('');
    try {
      const path = `/api/search/site?q=${encodeURIComponent(query)}&pageSize=${MAX_SUGGESTIONS}`;
      const found = await ask<Found>(path, { signal: asked.signal });
      const { t } = await translations();
      if (query !== last) return;
      const sentence = found.unsearchable ? t('search.unsearchable') : t('search.found', { count: found.total, query });
      show(
        sentence,
        ...linkToSuggestion(found, searchPath, t),
        resultList(found),
        ...linkToAll(found, searchPath(query), t),
      );
    } catch (error) {
      if (query !== last) return;
      await refuse(error);
    }
  }

  async function refuse(error: unknown): Promise<void> {
    // Forces the next search, even for the same query.
    last = undefined;
    // The earlier results stay until searches are possible again.
    if (error instanceof RequestError && error.code === 'RATE_LIMITED') return later(error.retryAfter ?? 1);
    show('');
    await tellRefusal(status, error);
  }

  function show(sentence: string, ...found: HTMLElement[]): void {
    results!.replaceChildren(status, ...found);
    tell(status, sentence);
  }
}

/** Sets the page title to that of the page rendered by the server. */
async function nameThePage(query: string): Promise<void> {
  const { t } = await translations();
  const site = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content ?? '';
  document.title = `${query === '' ? t('search.title') : t('search.of', { query })} · ${site}`;
}

function searchPath(query: string): string {
  const page = `${service.url}/search`;
  return query === '' ? page : `${page}?q=${encodeURIComponent(query)}`;
}

function isEnough(query: string): boolean {
  return [...query].length >= 2 || wordy.test(query);
}

/** The status line; screen readers announce only changes of an element that already exists. */
function statusIn(results: HTMLElement): HTMLElement {
  const known = results.querySelector<HTMLElement>('[role=status]');
  if (known) return known;
  const status = make('p', { role: 'status' });
  results.prepend(status);
  return status;
}
