import { fittingMeta, type MetaFields } from '../meta-fields.ts';
import { htmlToPlainText } from '../html/plain-text.ts';
import { isForEverybody } from './restrictions/words.ts';
import { unserialize } from './restrictions/serialized.ts';
import type { Picture } from './shortcodes.ts';
import { readMeta, type XmlElement } from './xml-items.ts';

/** The fields of a post by the names that Yoast and Rank Math have for them, in this order. */
const keys = {
  metaTitle: ['_yoast_wpseo_title', 'rank_math_title'],
  metaDescription: ['_yoast_wpseo_metadesc', 'rank_math_description'],
  canonicalUrl: ['_yoast_wpseo_canonical', 'rank_math_canonical_url'],
  shareTitle: [
    '_yoast_wpseo_opengraph-title',
    'rank_math_facebook_title',
    '_yoast_wpseo_twitter-title',
    'rank_math_twitter_title',
  ],
  shareDescription: [
    '_yoast_wpseo_opengraph-description',
    'rank_math_facebook_description',
    '_yoast_wpseo_twitter-description',
    'rank_math_twitter_description',
  ],
  shareImage: [
    '_yoast_wpseo_opengraph-image',
    'rank_math_facebook_image',
    '_yoast_wpseo_twitter-image',
    'rank_math_twitter_image',
  ],
} as const;

/** All keys that are read here, which are no custom fields. */
export const metaKeys: ReadonlySet<string> = new Set([...Object.values(keys).flat(), 'rank_math_robots']);

/**
 * What plug-ins for search engines say about a post of WordPress, and the texts of its cover. Descriptions of a protected post
 * are left out as its excerpt is: they may say what it contains.
 */
export function metaOfWordPress(
  item: XmlElement,
  {
    title,
    site,
    cover,
    isProtected,
  }: { title: string; site: string; cover: Picture | undefined; isProtected: boolean },
): MetaFields {
  const first = (name: keyof typeof keys) => {
    if (isProtected && /description$/i.test(name)) return undefined;
    const texts = keys[name].map((key) => filled(readMeta(item, key), { title, site }));
    return texts.find((text) => text !== '');
  };
  return fittingMeta({
    metaTitle: first('metaTitle'),
    metaDescription: first('metaDescription'),
    canonicalUrl: first('canonicalUrl'),
    shareTitle: first('shareTitle'),
    shareDescription: first('shareDescription'),
    shareImage: first('shareImage'),
    noindex: readMeta(item, '_yoast_wpseo_meta-robots-noindex') === '1' || robotsOf(item).includes('noindex'),
    coverAlt: cover?.alt,
    coverCaption: cover && htmlToPlainText(cover.caption),
  });
}

function robotsOf(item: XmlElement): string[] {
  const text = readMeta(item, 'rank_math_robots');
  const { value = text } = unserialize(text) ?? {};
  return isForEverybody(value) ? [] : typeof value === 'object' ? Object.values(value!).map(String) : [String(value)];
}

/** Replaces the variables of both plug-ins. A text with others depends on the theme, and is the one that posts have anyway. */
function filled(text: string, { title, site }: { title: string; site: string }): string {
  const known: Record<string, string> = { title, sitename: site, sitetitle: site, sep: '-', page: '' };
  const replaced = text.replace(/%%?(\w{1,40})%%?/g, (all, name: string) => known[name] ?? all);
  return /%\w{1,40}%/.test(replaced) ? '' : replaced.replace(/\s+/g, ' ').trim();
}
