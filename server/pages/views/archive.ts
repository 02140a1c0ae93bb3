import { refuse } from '../../../routers/errors.ts';
import { namesInUse, postsOfYear, yearsOfPosts } from '../../../routers/posts/archive.ts';
import type { View } from '../engine.ts';
import type { PageRequest } from '../request.ts';
import { wordsOf } from './words.ts';

/** So many tags are named at most, those of most posts. */
const MOST_NAMES = 60;

/**
 * The archive: all years, and the posts of one of them.
 *
 * @param year such as `2024`; the newest one with posts when absent
 * @throws NOT_FOUND for a year without posts
 */
export async function archiveView({ call }: PageRequest, year?: string): Promise<View> {
  const years = await yearsOfPosts(call);
  const shown = year ?? years[0]?.year;
  if (year !== undefined && !years.some((one) => one.year === year)) {
    throw refuse('NOT_FOUND', 'No post was published in this year.');
  }
  const words = wordsOf(await call.settings.current());
  return {
    template: 'archive',
    values: {
      title: year === undefined ? words('archive.title') : words('archive.of', { year }),
      here: 'archive',
      path: year === undefined ? '/archive' : `/archive/${year}`,
      year: shown,
      years: years.map((one) => ({ ...one, path: `/archive/${one.year}` })),
      posts: shown === undefined ? [] : await postsOfYear(call, shown),
      tags: await namesInUse(call, 'tag', MOST_NAMES),
      categories: await namesInUse(call, 'category', MOST_NAMES),
    },
  };
}
