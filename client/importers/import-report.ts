import type { ImportResult } from '../index.ts';
import { noteElsewhere, type Elsewhere } from './elsewhere.ts';

/** A file and a note about it. */
export interface FileNote {
  file: string;
  reason: string;
}

/** The result of an import. */
export interface ImportReport {
  new: number;
  changed: number;
  unchanged: number;
  refused: FileNote[];
  skipped: FileNote[];
  /** Files imported as drafts, with the reason. */
  drafts: FileNote[];
  /** Other notes: scheduled files, and posts whose status was set by the owner. */
  notes: FileNote[];
  /** Files with images that were not found or not accepted. */
  pictures: { file: string; pictures: string[] }[];
  /** Old paths that lead to the posts. */
  redirects: number;
  /** Those of them that answer when their posts are published: these are drafts or scheduled. */
  laterRedirects: number;
  /** Links between posts that lead to the posts here. */
  links: number;
  /** Images and other files that were uploaded, or would be. */
  uploads: number;
  comments: { new: number; unchanged: number };
  /** Pages of an export of comments that belong to a post here or to a comment site, with the number of their comments. */
  threads: { url: string; comments: number }[];
  /** Shortcodes that stay as text. */
  shortcodes: Left[];
  /** Fields of the source that Octavo does not have. */
  fields: Left[];
  /** Elements that stay HTML, because Markdown has none of them. */
  html: Kept[];
  /** Pictures that stay at other hosts, by host. */
  elsewhere: Elsewhere[];
}

/** What posts keep, and where they are in the source. */
export interface Kept {
  name: string;
  places: string[];
}

/** An item that an import leaves unchanged or does not import, and the number of posts with it. */
export interface Left {
  name: string;
  posts: number;
}

/** A report of nothing. */
export function emptyReport(): ImportReport {
  const counts = { new: 0, changed: 0, unchanged: 0, redirects: 0, laterRedirects: 0, links: 0, uploads: 0 };
  const comments = { new: 0, unchanged: 0 };
  return {
    ...counts,
    comments,
    refused: [],
    skipped: [],
    drafts: [],
    notes: [],
    pictures: [],
    threads: [],
    shortcodes: [],
    fields: [],
    html: [],
    elsewhere: [],
  };
}

const sums = ['new', 'changed', 'unchanged', 'redirects', 'laterRedirects', 'links', 'uploads'] as const;

/** Adds a report to another one. */
export function addReport(to: ImportReport, report: ImportReport): void {
  for (const name of sums) to[name] += report[name];
  for (const name of ['refused', 'skipped', 'drafts', 'notes'] as const) to[name].push(...report[name]);
  to.pictures.push(...report.pictures);
  to.threads.push(...report.threads);
  to.comments.new += report.comments.new;
  to.comments.unchanged += report.comments.unchanged;
  for (const { name, posts } of report.shortcodes) countLeft(to.shortcodes, [name], posts);
  for (const { name, posts } of report.fields) countLeft(to.fields, [name], posts);
  for (const { name, places } of report.html) for (const place of places) notePlaces(to.html, [name], place);
  for (const { urls } of report.elsewhere) noteElsewhere(to, urls);
}

/** Notes what a post keeps. */
export function notePlaces(kept: Kept[], names: Iterable<string>, place: string): void {
  for (const name of names) {
    const known = kept.find((one) => one.name === name);
    if (known) known.places.push(place);
    else kept.push({ name, places: [place] });
  }
}

/** Whether an import changes nothing, because everything in its source is here as it is there. */
export function isUnchanged({ new: created, changed, unchanged, refused, comments }: ImportReport): boolean {
  return (
    created === 0 && changed === 0 && comments.new === 0 && refused.length === 0 && unchanged + comments.unchanged > 0
  );
}

/** The items of lists by name: an export may have a name of its own for each post. */
const byName = new WeakMap<Left[], Map<string, Left>>();

/** Counts what a post has. */
export function countLeft(left: Left[], names: Iterable<string>, posts = 1): void {
  const known = byName.get(left) ?? new Map<string, Left>();
  byName.set(left, known);
  for (const name of new Set(names)) {
    const item = known.get(name) ?? { name, posts: 0 };
    if (!known.has(name)) left.push(item);
    known.set(name, item);
    item.posts += posts;
  }
}

/** Adds the old paths of a post. */
export function countRedirects(
  report: ImportReport,
  { redirects = 0, activeRedirects = redirects }: ImportResult,
): void {
  report.redirects += redirects;
  report.laterRedirects += redirects - activeRedirects;
}

/** What the reader of a post remarks on it. */
interface Remarks {
  draftBecause?: string | undefined;
  notes?: string[] | undefined;
}

/** Adds the result of a post. */
export function take(report: ImportReport, file: string, post: Remarks | undefined, result: ImportResult): void {
  const { outcome, reason = '', note, status } = result;
  if (outcome === 'refused') {
    report.refused.push({ file, reason });
    return;
  }
  report[outcome]++;
  countRedirects(report, result);
  const { draftBecause, notes = [] } = post ?? {};
  if (draftBecause !== undefined && status !== 'published') report.drafts.push({ file, reason: draftBecause });
  const more = [...notes, ...(note === undefined ? [] : [note])];
  if (more.length > 0) report.notes.push({ file, reason: more.join(' ') });
}
