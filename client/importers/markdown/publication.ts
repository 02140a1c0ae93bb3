import { hiddenBy } from './hidden.ts';
import type { FileRules } from './site/site-config.ts';
import { localToUtc, readTimestamp } from './timestamps.ts';
import { readTruth, type Fields } from './fields.ts';

/** Whether and when a post is public in its source. */
export interface Publication {
  /** A page of the site; undefined for a post. */
  kind: 'page' | undefined;
  status: 'published' | 'draft';
  /** ISO 8601; null: immediately, regardless of the date; undefined: as the service interprets the date. */
  publishAt?: string | null | undefined;
  /** Why it is a draft. */
  draftBecause: string | undefined;
  notes: string[];
}

/** Fields with a publication time, in lower case and without hyphens. */
const appearing = new Set([
  'publishat',
  'publishdate',
  'pubdate',
  'pubdatetime',
  'publishedat',
  'published',
  'publish',
  'date',
]);
const expiring = new Set(['expirydate', 'unpublishdate', 'expires', 'expiresat', 'expiry']);

/** What the publication of a file depends on besides its fields. */
interface Circumstances {
  /** In the folder. */
  path: string;
  /** The date of the post, if any. */
  date: string | undefined;
  /** In milliseconds. */
  now: number;
  /** In which times without an offset are; undefined: that of this machine. */
  timeZone: string | undefined;
  /** What the configuration of the site says of it. */
  rules: Pick<FileRules, 'path' | 'isPage' | 'isShown' | 'needsNoDate'>;
}

/**
 * Determines whether a post may be public. In doubt it is a draft: a draft can be published later, but a publication
 * cannot be undone.
 */
export function readPublication(fields: Fields, { path, date, now, timeZone, rules }: Circumstances): Publication {
  const inZone = (value: unknown) => {
    const found = readTimestamp(value);
    return found?.local === undefined || timeZone === undefined
      ? found
      : { ...found, at: localToUtc(timeZone, found.local) };
  };
  const named = Object.entries(fields).map(([key, value]) => ({
    key,
    name: key.toLowerCase().replace(/[-_ ]/g, ''),
    value,
  }));
  const timestamps = named
    .filter(({ name, value }) => appearing.has(name) && isWritten(value) && readTruth(value) === undefined)
    .map((one) => ({ ...one, timestamp: inZone(one.value) }));
  const expiry = named
    .filter(({ name, value }) => expiring.has(name) && isWritten(value))
    .map((one) => ({ ...one, timestamp: inZone(one.value) }));
  const isPast = (at: string) => Date.parse(at) <= now;
  const unread = [...timestamps, ...expiry].find(({ timestamp }) => !timestamp);
  const expired = expiry.find(({ timestamp }) => timestamp && isPast(timestamp.at));
  const isDeclared = rules.isPage ?? (saysPage(named) && !/(?:^|\/)_posts\//i.test(path));
  const otherwise =
    hiddenBy(fields, (value) => readTimestamp(value) !== undefined) ??
    (unread && `The front matter's ${unread.key} is not a date such as 2024-02-04.`) ??
    (expired && `The front matter's ${expired.key} has passed.`) ??
    hiddenByPath(path, 'source_key' in fields, rules);
  // A hidden one may be a draft of a post, which has no date yet.
  const isUndated = date === undefined && !isDeclared && otherwise === undefined;
  const isUnknown = isUndated && rules.needsNoDate !== true;
  const draftBecause = otherwise ?? (isUnknown ? 'It has no date, so it is imported as a page.' : undefined);
  const later = timestamps.flatMap(({ name, timestamp }) =>
    // The service interprets a date without a time, in the time zone of the site.
    timestamp && !isPast(timestamp.at) && !(timestamp.isDay && name === 'date') ? [timestamp.at] : [],
  );
  const isAtOnce = named.some(({ name, value }) => name === 'publishat' && value === null);
  return {
    kind: isDeclared || isUndated ? 'page' : undefined,
    status: draftBecause === undefined ? 'published' : 'draft',
    publishAt: isAtOnce ? null : later.toSorted().at(-1),
    draftBecause,
    notes: expiry
      .filter(({ timestamp }) => timestamp && !isPast(timestamp.at))
      .map(({ key, timestamp }) => `Octavo does not unpublish it on its ${key}, ${timestamp!.at.slice(0, 10)}.`),
  };
}

function saysPage(named: { name: string; value: unknown }[]): boolean {
  return named.some(
    ({ name, value }) => ['layout', 'type', 'kind'].includes(name) && /^page$/i.test(String(value).trim()),
  );
}

function isWritten(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '';
}

/** @param isExported whether it is an exported file of Octavo, whose name is only the id of the post */
function hiddenByPath(path: string, isExported: boolean, rules: Circumstances['rules']): string | undefined {
  const { isShown = false } = rules;
  const hidden = path.split('/').find((part) => part.startsWith('_') && part.toLowerCase() !== '_posts');
  if (hidden !== undefined && !isShown) return `${hidden} begins with "_", which keeps it from the public.`;
  if (isExported) return undefined;
  // The index of a collection is one of its documents, and that of the site is its home page.
  const folders = (rules.isPage === false ? path : rules.path).split('/');
  const name = folders.pop() ?? '';
  const called = /^index\.[^.]+$/i.test(name) ? folders.at(-1) : name.replace(/\.[^.]+$/, '');
  const others = isShown ? /^404$/ : /^(?:readme|404|licen[cs]e|contributing|code[-_]of[-_]conduct)$/i;
  const isOfSite = called === undefined || others.test(called);
  return isOfSite ? 'It is a page of the site and not a post.' : undefined;
}
