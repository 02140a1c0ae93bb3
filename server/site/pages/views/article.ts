import { readingMinutes } from '../../../../shared/words.ts';
import type { Settings } from '../../../../routers/data/settings/schemas.ts';
import type { PostDetail } from '../../../../routers/posts/answers.ts';
import { playersIn } from '../../render/plugins/cards.ts';
import { showImages } from '../../render/show-images.ts';
import type { Picture } from '../covers.ts';
import type { PageRequest } from '../request.ts';
import { translator } from './translate.ts';

/** The variables of a text: that of a post, of its preview, or of a page. */
export async function articleOf(
  { call, renderer }: PageRequest,
  post: PostDetail & { picture?: Picture },
  settings: Settings,
) {
  const { siteUrl, language } = settings;
  const about = { post, title: post.title, description: descriptionOf(post, settings) };
  if (post.protected === 1) return about;
  const source = { site: siteUrl, language, post: post.id };
  const { html, toc, words, isProvisional } = await renderer.render(post.content, source);
  if (isProvisional) call.reply.isProvisional = true;
  const frames = playersIn(html);
  if (frames.length > 0) call.reply.frames = frames;
  return {
    ...about,
    html: await showImages(call, html, { origin: '', isBelowCover: post.picture !== undefined }),
    toc,
    minutes: readingMinutes(words),
  };
}

/** The excerpt or a substitute; never empty. */
function descriptionOf(post: PostDetail, settings: Settings): string {
  if (post.excerpt !== '') return post.excerpt;
  return post.protected === 1 ? translator(settings)('feed.protected') : post.title;
}
