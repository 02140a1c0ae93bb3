import { postFields } from '../../shared/post-fields.ts';
import { shorten } from '../../shared/shorten.ts';

const names = [
  'metaTitle',
  'metaDescription',
  'canonicalUrl',
  'shareTitle',
  'shareDescription',
  'shareImage',
  'noindex',
  'coverAlt',
  'coverCaption',
] as const;

type Name = (typeof names)[number];

/** What systems say about a post to search engines and to those who share it, and the texts of its cover. */
export type MetaFields = { [name in Name]?: name extends 'noindex' ? boolean : string };

/** Meta fields without those that are empty, each text no longer than posts have it. */
export function fittingMeta(texts: { [name in Name]?: MetaFields[name] | undefined }): MetaFields {
  const kept = names.flatMap((name) => {
    const given = texts[name];
    const value = typeof given === 'string' ? fittingText(name, given) : given;
    return value === undefined || value === '' || value === false ? [] : [[name, value] as const];
  });
  return Object.fromEntries(kept);
}

/**
 * Leaves out addresses that the service would refuse, with a note, and a canonical URL that is the post's own, which would
 * lead search engines to the old site.
 *
 * @param isOwn whether a URL is that of the post
 */
export function checkAddresses(meta: MetaFields, isOwn: (url: string) => boolean, notes: string[]): MetaFields {
  const { canonicalUrl = '', shareImage = '', ...others } = meta;
  const addresses = {
    ...(canonicalUrl !== '' && !isOwn(canonicalUrl) && { canonicalUrl }),
    ...(shareImage !== '' && { shareImage }),
  };
  const entries = Object.entries(addresses) as ['canonicalUrl' | 'shareImage', string][];
  const kept = entries.filter(([name, value]) => {
    const { kind, max } = postFields[name];
    if (value.length <= max && (isAbsolute(value) || (kind === 'url' && isPath(value)))) return true;
    notes.push(
      `Its ${name} is left out, because it is no ${kind === 'url' ? 'URL' : 'absolute URL'}: ${shorten(value, 100)}`,
    );
    return false;
  });
  return { ...others, ...Object.fromEntries(kept) };
}

/** Part of an address would be another one. */
function fittingText(name: Name, text: string): string {
  const field = postFields[name];
  return field.kind === 'line' || field.kind === 'text' ? shorten(text, field.max) : text;
}

function isAbsolute(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

function isPath(text: string): boolean {
  return !/^(?:[a-z][\w+.-]*:|\/\/)|\s/i.test(text);
}
