import { appError } from '../../../../routers/base/errors.ts';
import { namesInUse, postsOfYear, yearsOfPosts } from '../../../../routers/posts/archive.ts';
import type { View } from '../engine.ts';
import type { PageRequest } from '../request.ts';
import { pagesAround } from './list.ts';
import { describedBySite, titleWithPage, translator } from './translate.ts';

/** Posts on one page of a year. */
const PAGE_SIZE = 1000;
/** The maximum number of tags and of categories; the most used are listed. */
const MAX_NAMES = 60;

/**
 * The archive: all years, and the posts of one of them.
 *
 * @param year such as `2024`; default: the latest with posts
 * @param page the page of its posts
 * @throws NOT_FOUND for a year without posts, or a page after the last
 */
export async function archiveView({ call }: PageRequest, page: number, year?: string): Promise<View> {
  const years = await yearsOfPosts(call);
  const shown = year === undefined ? years[0] : years.find((one) => one.year === year);
  if (year !== undefined && !shown) throw appError('NOT_FOUND', 'No post was published in this year.');
  const total = shown?.total ?? 0;
  if (page > 1 && total <= (page - 1) * PAGE_SIZE) throw appError('NOT_FOUND', 'There is no such page.');
  const settings = await call.settings.current();
  const t = translator(settings);
  const title = year === undefined ? t('archive.title') : t('archive.of', { year });
  const path = year === undefined ? '/archive' : `/archive/${year}`;
  const numberedPath = (number: number) => (number === 1 ? path : `/archive/${shown?.year}?page=${number}`);
  const window = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  return {
    template: 'archive',
    values: {
      title: titleWithPage(t, title, page),
      description: titleWithPage(t, describedBySite(settings, title), page),
      here: 'archive',
      path: numberedPath(page),
      year: shown?.year,
      years: years.map((one) => ({ ...one, path: `/archive/${one.year}` })),
      posts: shown === undefined ? [] : await postsOfYear(call, shown.year, window),
      ...pagesAround(page, total, numberedPath, PAGE_SIZE),
      tags: await namesInUse(call, 'tag', MAX_NAMES),
      categories: await namesInUse(call, 'category', MAX_NAMES),
    },
  };
}
