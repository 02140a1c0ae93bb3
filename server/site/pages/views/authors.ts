import { isNotFound } from '../../../../routers/base/errors.ts';
import type { CallContext } from '../../../../routers/core/context.ts';
import { listPosts } from '../../../../routers/posts/list.ts';
import { getPage } from '../../../../routers/posts/read.ts';
import type { Settings } from '../../../../routers/data/settings/schemas.ts';
import { requireAuthor, authorNotFound, listAuthors } from '../../../../routers/taxonomy/authors/read.ts';
import type { AuthorShape } from '../../../../routers/taxonomy/authors/schemas.ts';
import { authorPath, AUTHORS } from '../../../process/paths.ts';
import { sharedImage, withPictures } from '../covers.ts';
import type { View } from '../engine.ts';
import { personWithPage } from '../identity/person.ts';
import { Moved } from '../redirects.ts';
import type { PageRequest } from '../request.ts';
import { PAGE_SIZE, pagesAround } from './list.ts';
import { pageView } from './page.ts';
import { describedBySite, titleWithPage, translator } from './translate.ts';

/** The id of a page of the owner that may be older than the list of authors, at the same path. */
export const OLDER_PAGE = AUTHORS.slice(1);

/** All authors by name. A page of the owner that has this path is shown in its place. */
export async function authorsView(request: PageRequest): Promise<View> {
  const { call } = request;
  if (await hasOlderPage(call)) return pageView(request, OLDER_PAGE);
  const settings = await call.settings.current();
  const authors = await listAuthors(call.em);
  return {
    template: 'authors',
    values: {
      title_key: 'authors.title',
      description: describedBySite(settings, translator(settings)('authors.title')),
      authors: await withAuthorPictures(call, authors),
      path: AUTHORS,
    },
  };
}

/**
 * A page of the posts by an author.
 *
 * @throws NOT_FOUND, and Moved for another spelling of the id
 */
export async function authorView({ call }: PageRequest, id: string, page: number): Promise<View> {
  const author = await requireAuthor(call.em, id);
  if (author.id !== id) throw new Moved(authorPath(author.id));
  const { posts, total } = await listPosts(call, { page, pageSize: PAGE_SIZE, author: id });
  if (posts.length === 0 && page > 1) throw authorNotFound();
  const settings = await call.settings.current();
  const [shown] = await withAuthorPictures(call, [author]);
  const { url: image, ...size } = await sharedImage(call, author.picture, '', settings.siteUrl);
  const path = authorPath(id);
  const numberedPath = (number: number) => (number === 1 ? path : `${path}?page=${number}`);
  const t = translator(settings);
  const { name, bio } = author;
  return {
    template: 'list',
    values: {
      kind: 'author',
      name,
      author: shown,
      posts: await withPictures(call, posts),
      total,
      about: bio,
      feed_folder: path,
      title: titleWithPage(t, name, page),
      description: titleWithPage(t, bio || t('list.author', { name }), page),
      path: numberedPath(page),
      ...(image !== '' && {
        image,
        ...(size.width && { image_width: size.width, image_height: size.height }),
        image_alt: name,
      }),
      ...(page === 1 && { structured: buildProfile(author, image, settings) }),
      ...pagesAround(page, total, numberedPath),
    },
  };
}

async function withAuthorPictures(call: CallContext, authors: readonly AuthorShape[]) {
  const pictures = await withPictures(
    call,
    authors.map(({ picture: cover }) => ({ cover })),
  );
  return authors.map((author, at) => ({
    ...author,
    path: authorPath(author.id),
    picture: pictures[at]?.picture,
  }));
}

/** An author for search engines (schema.org, ProfilePage). */
function buildProfile(author: AuthorShape, image: string, settings: Settings) {
  const { bio } = author;
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    mainEntity: {
      ...personWithPage(author, settings),
      ...(bio !== '' && { description: bio }),
      ...(image !== '' && { image }),
    },
  };
}

/** Visitors see a published one only. */
async function hasOlderPage(call: CallContext): Promise<boolean> {
  return getPage(call, OLDER_PAGE).then(
    () => true,
    (error: unknown) => {
      if (isNotFound(error)) return false;
      throw error;
    },
  );
}
