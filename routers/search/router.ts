import type { CallContext } from '../core/context.ts';
import { publicRead, rest, router } from '../core/procedures.ts';
import { searchPosts, searchSite } from './query.ts';
import { searchInput, searchResults, siteResults, type SearchInput } from './schemas.ts';
import { suggestionFor } from './suggestion.ts';

export const searchRouter = router({
  query: publicRead
    .meta(
      rest('GET', '/api/search', 'Search titles, tags, excerpts and contents, the best match first', {
        description:
          'Searches what visitors see. All words must occur; the last one may be the beginning of a word. `"Words in quotes"` must follow each other, `-word` excludes. Whole words come before beginnings of words, titles before texts, and newer posts before older ones.',
        dependsOn: () => ['posts', 'search'],
      }),
    )
    .input(searchInput.prefault({}))
    .output(searchResults)
    .query(({ ctx, input }) => withSuggestion(ctx, input, searchPosts)),

  site: publicRead
    .meta(
      rest('GET', '/api/search/site', 'Search posts and pages, the best match first', {
        description: 'As `GET /api/search`, with pages among the results. They share a limit.',
        dependsOn: () => ['posts', 'search'],
      }),
    )
    .input(searchInput.prefault({}))
    .output(siteResults)
    .query(({ ctx, input }) => withSuggestion(ctx, input, searchSite)),
});

/** The results of a search; a similar query if there are none. */
async function withSuggestion<T extends { total: number; unsearchable?: true }>(
  ctx: CallContext,
  input: SearchInput,
  search: (ctx: CallContext, input: SearchInput) => Promise<T>,
) {
  const { q, page, pageSize } = input;
  const found = await search(ctx, input);
  const suggestion = found.total === 0 && !found.unsearchable ? await suggestionFor(ctx, q) : undefined;
  return { ok: true as const, query: q, ...found, ...(suggestion !== undefined && { suggestion }), page, pageSize };
}
