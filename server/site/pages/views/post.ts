import { relatedPosts } from '../../../../routers/posts/related.ts';
import type { PostDetail } from '../../../../routers/posts/answers.ts';
import { readPreview } from '../../../../routers/preview/preview.ts';
import { authorsWith } from '../../../../routers/taxonomy/authors/read.ts';
import type { AuthorShape } from '../../../../routers/taxonomy/authors/schemas.ts';
import type { Settings } from '../../../../routers/data/settings/schemas.ts';
import { markdownPath, namePath, postPath } from '../../../process/paths.ts';
import { withPicture } from '../covers.ts';
import type { View } from '../engine.ts';
import { postOfPage } from '../redirects.ts';
import type { PageRequest } from '../request.ts';
import { personOf, personWithPage } from '../identity/person.ts';
import { articleOf } from './article.ts';
import { headOf } from './head.ts';
import { subscribeBox } from './subscribe.ts';
import { threadView } from './thread.ts';

/**
 * The page of a post with its comments.
 *
 * @throws NOT_FOUND, Moved
 */
export async function postView(request: PageRequest, id: string): Promise<View> {
  const { call } = request;
  const post = await withPicture(call, await postOfPage(call, id));
  const settings = await call.settings.current();
  const article = await articleOf(request, post, settings);
  const path = postPath(post.id);
  const head = await headOf(call, post, { ...article, path }, settings);
  const authors = await authorsWith(call.em, post.authors);
  const thread = await threadView(request, post.id, { path, parameter: 'before', newestFirst: false });
  return {
    template: 'post',
    values: {
      ...article,
      ...head,
      authors,
      ...(await relatedPosts(call, post)),
      thread: { ...thread, empty: 'comments.empty', invitation: 'form.comment' },
      subscribe: await subscribeBox(call),
      path,
      ...(post.protected === 0 && { markdown_path: markdownPath({ id: post.id, kind: 'post' }) }),
      structured: structuredData(post, authors, head, settings),
      ...(settings.siteUrl !== '' && { breadcrumb: breadcrumbOf(post, settings) }),
    },
  };
}

/**
 * The page of a preview link: the post without comments, counters and links to it.
 *
 * @throws PREVIEW_INVALID
 */
export async function previewView(request: PageRequest, token: string): Promise<View> {
  const { call } = request;
  const post = await withPicture(call, await readPreview(call, token));
  const article = await articleOf(request, post, await call.settings.current());
  const authors = await authorsWith(call.em, post.authors);
  const shown = { ...article, authors, preview: true, hidden: true };
  return post.kind === 'post'
    ? { template: 'post', values: shown }
    : { template: 'page', values: { ...shown, own_page: article.post } };
}

/** The breadcrumb trail of a post for search engines (schema.org, BreadcrumbList). */
function breadcrumbOf({ id, title, category }: PostDetail, { siteUrl, title: name }: Settings) {
  const trail = [
    { name, item: `${siteUrl}/` },
    ...(category === '' ? [] : [{ name: category, item: siteUrl + namePath('category', category) }]),
    { name: title, item: siteUrl + postPath(id) },
  ];
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: trail.map((one, at) => ({ '@type': 'ListItem', position: at + 1, ...one })),
  };
}

/** Structured data for search engines (schema.org, BlogPosting). */
function structuredData(
  post: PostDetail,
  authors: readonly AuthorShape[],
  head: Awaited<ReturnType<typeof headOf>>,
  settings: Settings,
) {
  const { title, date, updated_at, tags } = post;
  const description = post.metaDescription || post.excerpt;
  const { language } = settings;
  const name = post.author || settings.author || settings.title;
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: title,
    datePublished: date,
    dateModified: updated_at,
    inLanguage: language,
    author: authors.length > 0 ? authors.map((one) => personWithPage(one, settings)) : personOf(name, settings),
    publisher: { '@type': 'Organization', name: settings.title },
    ...(description !== '' && { description }),
    ...(tags.length > 0 && { keywords: tags.join(', ') }),
    ...(head.image && { image: head.image }),
    ...(head.canonical && { mainEntityOfPage: head.canonical }),
  };
}
