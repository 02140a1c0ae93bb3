import { foldCase } from '../../base/text.ts';
import { findAdvertising } from './advertising.ts';
import { findHosts } from './words.ts';

/** The rules of the filter. */
export const ruleNames = [
  'honeypot',
  'tooQuick',
  'links',
  'markup',
  'name',
  'advertising',
  'blocklist',
  'sameText',
  'blockedIp',
  'blockedName',
  'learned',
] as const;
export type RuleName = (typeof ruleNames)[number];

/** Why a comment got points. */
export interface Reason {
  rule: RuleName;
  /** Negative for a sign of a good comment. */
  points: number;
  /** What was found, such as a word of the blocklist. */
  detail: string;
}

/** The points from which a comment is held, and is spam. */
export const thresholds = { held: 3, spam: 6 };

/** A comment before it is stored. */
export interface Written {
  author: string;
  content: string;
  /** The URL of the page that a webmention comes from. */
  source?: string;
  /** Whether the hidden field of the form was filled in. */
  isTrapped: boolean;
  /** Seconds from the first display of the form until it was sent; undefined if the form did not send them. */
  seconds: number | undefined;
}

export interface RuleOptions {
  /** Up to this number, links give no points. */
  maxLinks: number;
  /** Words and domains, as the owner wrote them. */
  blocklist: readonly string[];
}

/** Nobody reads a post and writes a name and a comment in less time. */
const QUICK_SECONDS = 3;

/** Markup that comments in plain text contain only when a program wrote them. */
const markup = /<a\s(?:(?!<a\s)[^>])*href|\[url[=\]]|\[link[=\]]|\]\(https?:/i;

/** The points that a text gets by itself. */
export function textReasons(
  { author, content, source = '', isTrapped, seconds }: Written,
  { maxLinks, blocklist }: RuleOptions,
): Reason[] {
  const found: (Reason | false)[] = [
    isTrapped && { rule: 'honeypot', points: 6, detail: '' },
    seconds !== undefined && seconds < QUICK_SECONDS && { rule: 'tooQuick', points: 2, detail: `${seconds} s` },
    linkReason(content, maxLinks),
    markup.test(content) && { rule: 'markup', points: 4, detail: markup.exec(content)![0] },
    findHosts(author).length > 0 && { rule: 'name', points: 4, detail: findHosts(author)[0]! },
    advertisingReason(`${author}\n${content}`),
    ...blocklistReasons(`${author}\n${content}\n${source}`, blocklist),
  ];
  return found.filter((one) => one !== false);
}

function linkReason(content: string, maxLinks: number): Reason | false {
  const links = findHosts(content).length;
  if (links <= maxLinks) return false;
  return { rule: 'links', points: links > maxLinks + 3 ? 6 : 3, detail: String(links) };
}

function advertisingReason(text: string): Reason | false {
  const phrases = findAdvertising(text);
  if (phrases.length === 0) return false;
  return { rule: 'advertising', points: phrases.length > 1 ? 6 : 4, detail: phrases.join(', ') };
}

function blocklistReasons(text: string, blocklist: readonly string[]): Reason[] {
  const folded = foldCase(text);
  return blocklist
    .filter((entry) => folded.includes(foldCase(entry)))
    .map((entry) => ({ rule: 'blocklist', points: thresholds.spam, detail: entry }));
}
