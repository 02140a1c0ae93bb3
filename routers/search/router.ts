import { publicRead, rest, router } from '../trpc.ts';
import { searchPosts } from './query.ts';
import { searchInput, searchResults } from './schemas.ts';

export const searchRouter = router({
  query: publicRead
    .meta(
      rest('GET', '/api/search', 'Search titles, tags, excerpts and contents, the best match first', {
        description: 'Searches what visitors see. All words must occur; the last one may be the beginning of a word.',
        dependsOn: () => ['posts'],
      }),
    )
    .input(searchInput.prefault({}))
    .output(searchResults)
    .query(async ({ ctx, input }) => ({
      ok: true,
      query: input.q,
      ...(await searchPosts(ctx, input)),
      page: input.page,
      pageSize: input.pageSize,
    })),
});
