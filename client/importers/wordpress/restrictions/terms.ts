import type { XmlElement } from '../xml-items.ts';
import { splitName } from './words.ts';

const readers =
  '(?:members?|membership|subscribers?|patrons?|patreon|premium|paid|vip|private|insiders?|supporters?|exclusive|plus)';
/** Categories that are named after their readers, and not after a subject such as "Passwords". */
const only = new RegExp(
  `^(?:for )?${readers} (?:only|content|contents|area|zone|posts?|articles?|exclusives?|members?|access)$`,
);
const alone = /^(?:members|subscribers|patrons|patreon|premium|paid|vip|private)$/;

/** The category, tag or other term of a post that is named after its readers; undefined without one. */
export function restrictingTerm(item: XmlElement): string | undefined {
  for (const { name, attributes, text } of item.children) {
    if (name !== 'category') continue;
    const { domain = '', nicename = '' } = attributes;
    const isOwn = domain === 'category' || domain === 'post_tag';
    if (!isOwn && /member|restrict|paywall|permission|access|subscription/.test(domain)) return `${domain} ${text}`;
    const names = [text, nicename].map((one) => splitName(one).join(' '));
    if (names.some((one) => only.test(one) || (domain !== 'post_tag' && alone.test(one)))) return text.trim();
  }
  return undefined;
}
