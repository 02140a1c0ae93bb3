import { shorten } from '../../shared/shorten.ts';
import type { ImportPost } from '../index.ts';

/** What systems say about a post to search engines and to those who share it, by the names that fields of posts have. */
export interface MetaFields {
  metaTitle?: string;
  metaDescription?: string;
  canonicalUrl?: string;
  shareTitle?: string;
  shareDescription?: string;
  /** The URL of an image. */
  shareImage?: string;
  noindex?: boolean;
  coverAlt?: string;
  coverCaption?: string;
}

type Name = keyof MetaFields;

/** The longest values in characters. */
const longest: { [name in Name]?: number } = {
  metaTitle: 120,
  metaDescription: 320,
  shareTitle: 120,
  shareDescription: 320,
  coverAlt: 300,
  coverCaption: 500,
};

/**
 * The fields that posts of the service have. It has none of these yet: when it has one, its name here is all that its
 * import needs.
 */
const taken: ReadonlySet<Name> = new Set<Name>();

/** Divides meta fields into those for the post, and the names of those that are not imported. */
export function divideMeta(meta: MetaFields): { fields: Partial<ImportPost>; left: Name[] } {
  const set = Object.entries(meta).filter(([, value]) => value !== '' && value !== false) as [Name, string | boolean][];
  const fields = set.filter(([name]) => taken.has(name));
  return {
    fields: Object.fromEntries(fields),
    left: set.map(([name]) => name).filter((name) => !taken.has(name)),
  };
}

/** Meta fields without those that are empty, each no longer than posts have it. */
export function metaOfTexts(texts: { [name in Name]?: MetaFields[name] | undefined }): MetaFields {
  const given = Object.entries(texts) as [Name, string | boolean | undefined][];
  const kept = given.map(([name, value]) => {
    const fitting = typeof value === 'string' ? value.trim() : value;
    const most = longest[name];
    return [name, typeof fitting === 'string' && most !== undefined ? shorten(fitting, most) : fitting] as const;
  });
  return Object.fromEntries(kept.filter(([, value]) => value !== undefined && value !== '' && value !== false));
}
