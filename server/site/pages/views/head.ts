import type { Settings } from '../../../../routers/data/settings/schemas.ts';
import type { CallContext } from '../../../../routers/core/context.ts';
import type { PostDetail } from '../../../../routers/posts/answers.ts';
import { sharedImage } from '../covers.ts';

interface Shown {
  /** The title and the description that visitors see. */
  title: string;
  description: string;
  /** Of the text, if it is open. */
  html?: string;
  path: string;
}

/**
 * What search engines and link previews read about a post or page. Empty fields fall back on one another: sharing on
 * search, search on what visitors see.
 *
 * @returns variables of the layout; docs/themes.md describes them
 */
export async function headOf(call: CallContext, post: PostDetail, shown: Shown, settings: Settings) {
  const { siteUrl } = settings;
  const description = post.metaDescription || shown.description;
  const canonical = post.canonicalUrl || (siteUrl === '' ? '' : siteUrl + shown.path);
  const { url: image, ...size } = await sharedImage(call, post.shareImage || post.cover, shown.html ?? '', siteUrl);
  const alt = post.shareImage === '' ? post.coverAlt : '';
  return {
    description,
    ...(post.metaTitle !== '' && { head_title: post.metaTitle }),
    share_title: post.shareTitle || post.metaTitle || shown.title,
    share_description: post.shareDescription || description,
    ...(canonical !== '' && { canonical }),
    ...(post.noindex === 1 && { hidden: true }),
    ...(image !== '' && {
      image,
      ...(size.width && { image_width: size.width, image_height: size.height }),
      image_alt: alt || shown.title,
    }),
  };
}
