import { appError } from '../../../../routers/base/errors.ts';
import { newestTitles } from '../../../../routers/posts/related.ts';
import { searchSite } from '../../../../routers/search/query.ts';
import { suggestionFor } from '../../../../routers/search/suggestion.ts';
import type { View } from '../engine.ts';
import { articlePath } from '../../../process/paths.ts';
import { withPictures } from '../covers.ts';
import { queryValue, type PageRequest } from '../request.ts';
import { PAGE_SIZE, pagesAround } from './list.ts';
import { titleWithPage, translator } from './translate.ts';

/** The maximum length of a query in characters (docs/interface.md, Q1). */
const MAX_QUERY_LENGTH = 80;

/**
 * The search page, with results if there is a query.
 *
 * @throws NOT_FOUND for a page after the last
 */
export async function searchView(request: PageRequest, page: number): Promise<View> {
  const query = [...(queryValue(request, 'q') ?? '').trim()].slice(0, MAX_QUERY_LENGTH).join('');
  const search = await searchSite(request.call, { q: query, page, pageSize: PAGE_SIZE });
  if (search.results.length === 0 && page > 1) throw appError('NOT_FOUND', 'There is no such page.');
  const suggestion = search.total === 0 && !search.unsearchable ? await suggestionFor(request.call, query) : undefined;
  const isFound = search.total > 0 || query === '';
  const t = translator(await request.call.settings.current());
  const title = query === '' ? t('search.title') : t('search.of', { query });
  const numberedPath = (number: number, words = query) =>
    `/search?q=${encodeURIComponent(words)}${number > 1 ? `&page=${number}` : ''}`;
  return {
    template: 'search',
    values: {
      title: titleWithPage(t, title, page),
      here: 'search',
      hidden: query !== '',
      query,
      results: (await withPictures(request.call, search.results)).map((one) => ({ ...one, path: articlePath(one) })),
      total: search.total,
      ...(search.unsearchable && { unsearchable: true }),
      posts: isFound ? [] : await newestTitles(request.call),
      ...(suggestion !== undefined && { suggestion: { query: suggestion, path: numberedPath(1, suggestion) } }),
      path: '/search',
      ...pagesAround(page, search.total, numberedPath),
    },
  };
}
