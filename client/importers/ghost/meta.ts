import { htmlToPlainText } from '../html/plain-text.ts';
import type { Fields } from '../markdown/fields.ts';
import { fittingMeta, type MetaFields } from '../meta-fields.ts';
import { readText } from './tables.ts';

/**
 * The meta fields of a post of Ghost, which older exports have in its own row.
 *
 * @param own a text of the post, in which the URL of the blog is absolute
 * @param more the row of `posts_meta`
 */
export function metaOfGhost(own: (name: string) => string, more: Fields, urlIn: (text: string) => string): MetaFields {
  const first = (...names: string[]) =>
    names.map((name) => (urlIn(readText(more, name)) || own(name)).trim()).find((text) => text !== '');
  return fittingMeta({
    metaTitle: first('meta_title'),
    metaDescription: first('meta_description'),
    canonicalUrl: first('canonical_url'),
    shareTitle: first('og_title', 'twitter_title'),
    shareDescription: first('og_description', 'twitter_description'),
    shareImage: first('og_image', 'twitter_image'),
    coverAlt: first('feature_image_alt'),
    coverCaption: htmlToPlainText(first('feature_image_caption') ?? ''),
  });
}
