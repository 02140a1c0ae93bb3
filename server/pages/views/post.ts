import { postsAround } from '../../../routers/posts/around.ts';
import type { PostDetail } from '../../../routers/posts/answers.ts';
import { readPreview } from '../../../routers/preview/preview.ts';
import type { CallContext } from '../../../routers/context.ts';
import type { Settings } from '../../../routers/settings/schemas.ts';
import { postMarkdownPath, postPath } from '../../paths.ts';
import { showImages } from '../../render/show-images.ts';
import { sharedCover, withPictures, type Picture } from '../covers.ts';
import type { View } from '../engine.ts';
import { postOfPage } from '../moved.ts';
import type { PageRequest } from '../request.ts';
import { threadView } from './thread.ts';
import { translator } from './translate.ts';

/** Average reading speed. */
const WORDS_PER_MINUTE = 220;

/**
 * The page of a post with its comments.
 *
 * @throws NOT_FOUND, Moved
 */
export async function postView(request: PageRequest, id: string): Promise<View> {
  const { call } = request;
  const post = await withPicture(call, await postOfPage(call, id));
  const settings = await call.settings.current();
  const image = await sharedCover(call, post.cover, settings.siteUrl);
  const path = postPath(post.id);
  const thread = await threadView(request, post.id, { path, parameter: 'before', newestFirst: false });
  return {
    template: 'post',
    values: {
      ...(await articleOf(request, post, settings)),
      ...(await postsAround(call, post)),
      thread: { ...thread, empty: 'comments.empty', invitation: 'form.comment' },
      path,
      ...(post.protected === 0 && { markdown_path: postMarkdownPath(post.id) }),
      ...(image !== '' && { image }),
      structured: structuredData(post, image, settings),
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
  return { template: 'post', values: { ...article, preview: true, hidden: true } };
}

async function articleOf({ call, renderer }: PageRequest, post: ShownPost, settings: Settings) {
  const { siteUrl, language } = settings;
  const about = { post, title: post.title, description: descriptionOf(post, settings) };
  if (post.protected === 1) return about;
  const source = { site: siteUrl, language, post: post.id };
  const { html, toc, words, isProvisional } = await renderer.render(post.content, source);
  if (isProvisional) call.reply.isProvisional = true;
  return {
    ...about,
    html: await showImages(call, html, { origin: '', isBelowCover: post.picture !== undefined }),
    toc,
    minutes: Math.max(1, Math.round(words / WORDS_PER_MINUTE)),
  };
}

/** The excerpt or a substitute; never empty. */
function descriptionOf(post: PostDetail, settings: Settings): string {
  if (post.excerpt !== '') return post.excerpt;
  return post.protected === 1 ? translator(settings)('feed.protected') : post.title;
}

type ShownPost = PostDetail & { picture?: Picture };

async function withPicture(call: CallContext, post: PostDetail): Promise<ShownPost> {
  const [shown] = await withPictures(call, [post]);
  return shown!;
}

/** Structured data for search engines (schema.org, BlogPosting). */
function structuredData(post: PostDetail, image: string, settings: Settings) {
  const { title, date, updated_at, excerpt, tags } = post;
  const { siteUrl, language } = settings;
  const name = post.author || settings.author || settings.title;
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: title,
    datePublished: date,
    dateModified: updated_at,
    inLanguage: language,
    author: { '@type': 'Person', name },
    publisher: { '@type': 'Organization', name: settings.title },
    ...(excerpt !== '' && { description: excerpt }),
    ...(tags.length > 0 && { keywords: tags.join(', ') }),
    ...(image !== '' && { image }),
    ...(siteUrl !== '' && { mainEntityOfPage: siteUrl + postPath(post.id) }),
  };
}
