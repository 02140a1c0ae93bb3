import { publicRead, rest, router } from '../trpc.ts';
import { searchPosts } from './query.ts';
import { searchInput, searchResults } from './schemas.ts';
import { suggestionFor } from './suggestion.ts';

export const searchRouter = router({
  query: publicRead
    .meta(
      rest('GET', '/api/search', 'Search titles, tags, excerpts and contents, the best match first', {
        description: 'Searches what visitors see. All words must occur; the last one may be the beginning of a word.',
        dependsOn: () => ['posts', 'search'],
      }),
    )
    .input(searchInput.prefault({}))
    .output(searchResults)
    .query(async ({ ctx, input: { q, page, pageSize } }) => {
      const found = await searchPosts(ctx, { q, page, pageSize });
      const suggestion = found.total === 0 ? await suggestionFor(ctx, q) : undefined;
      return { ok: true, query: q, ...found, ...(suggestion !== undefined && { suggestion }), page, pageSize };
    }),
});
