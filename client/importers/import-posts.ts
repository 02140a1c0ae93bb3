import { BlogError, type BlogClient, type ImportPost, type ImportResult } from '../index.ts';
import { chunksOf, sizeOf } from './chunks.ts';
import { chooseIds } from './markdown/choose-ids.ts';
import type { FolderEntry } from './markdown/read-files.ts';
import type { SourcePost } from './markdown/source-post.ts';

/** Tells how far a long work is. */
export interface Progress {
  /** So many are done by now. */
  at(done: number): void;
  stop(): void;
}

/** A file, and what there is to say of it. */
export interface FileNote {
  file: string;
  reason: string;
}

/** What became of a folder. */
export interface ImportReport {
  new: number;
  changed: number;
  unchanged: number;
  refused: FileNote[];
  skipped: FileNote[];
  /** Files that became drafts, and why. */
  drafts: FileNote[];
  /** Other notes: files that are scheduled, and posts whose status was decided by the owner. */
  notes: FileNote[];
  /** Files with pictures that lie beside them, which the service does not have. */
  pictures: { file: string; pictures: string[] }[];
}

/** The call that takes posts in: `client.transfer.import`. */
export type TakeIn = BlogClient['transfer']['import'];

export interface ImportOptions {
  /** Tells what would happen and changes nothing. */
  dryRun: boolean;
  /** Called with the number of posts before the first is sent. */
  start: (total: number) => Progress;
  /** Stops the import between two calls; the report then tells what was done until then. */
  signal?: AbortSignal | undefined;
}

/** What one call carries. The service takes 100 posts and 4 MiB; half as many cost it a tenth less time a post. */
const CHUNK = { items: 50, bytes: 3 * 1024 * 1024 };

/**
 * Sends all posts of a Markdown folder to the service. A file that is refused does not stop the others.
 *
 * @throws BlogError when the service cannot be reached or does not let the caller in
 */
export async function importPosts(
  takeIn: TakeIn,
  entries: AsyncIterable<FolderEntry>,
  { dryRun, start, signal }: ImportOptions,
): Promise<ImportReport> {
  const report: ImportReport = {
    new: 0,
    changed: 0,
    unchanged: 0,
    refused: [],
    skipped: [],
    drafts: [],
    notes: [],
    pictures: [],
  };
  const posts = new Map<string, SourcePost>();
  const hidden = new Map<string, string>();
  for await (const entry of entries) {
    if ('refused' in entry) report.refused.push({ file: entry.path, reason: entry.refused });
    else if ('post' in entry) posts.set(entry.path, entry.post);
    else {
      report.skipped.push({ file: entry.path, reason: entry.skipped });
      if (entry.hides !== undefined) hidden.set(entry.path.slice(0, entry.path.lastIndexOf('/') + 1), entry.hides);
    }
  }
  for (const [file, post] of posts) hide(post, [...hidden].find(([folder]) => file.startsWith(folder))?.[1]);
  for (const [file, { relativeImages: pictures }] of posts)
    if (pictures.length > 0) report.pictures.push({ file, pictures });

  const files = [...posts.keys()];
  // The service keeps the id of a post that it knows by its source key.
  const ids = chooseIds([...posts.values()], new Map(), new Set());
  const items = [...posts.values()].map((post) => importPostOf(post, ids.get(post.sourceKey)));
  const progress = start(items.length);
  let done = 0;
  try {
    for (const chunk of chunksOf(items, CHUNK, sizeOf)) {
      if (signal?.aborted) break;
      for (const result of await send(takeIn, chunk, dryRun)) {
        const file = files[done++] ?? '';
        take(report, file, posts.get(file), result);
      }
      progress.at(done);
    }
  } finally {
    progress.stop();
  }
  return report;
}

function hide(post: SourcePost, reason: string | undefined): void {
  if (reason === undefined || post.status === 'draft') return;
  post.status = 'draft';
  post.draftBecause = reason;
}

function take(report: ImportReport, file: string, post: SourcePost | undefined, result: ImportResult): void {
  const { outcome, reason = '', note, status } = result;
  if (outcome === 'refused') {
    report.refused.push({ file, reason });
    return;
  }
  report[outcome]++;
  const { draftBecause, notes = [] } = post ?? {};
  if (draftBecause !== undefined && status !== 'published') report.drafts.push({ file, reason: draftBecause });
  const more = [...notes, ...(note === undefined ? [] : [note])];
  if (more.length > 0) report.notes.push({ file, reason: more.join(' ') });
}

/** A chunk that is too large, or on which the service stumbles, goes in halves, so that one post alone is refused. */
async function send(takeIn: TakeIn, posts: ImportPost[], dryRun: boolean): Promise<ImportResult[]> {
  try {
    return (await takeIn({ posts, dryRun })).results;
  } catch (error) {
    if (!(error instanceof BlogError) || ![400, 413, 500].includes(error.status)) throw error;
    const [post] = posts;
    if (post && posts.length === 1) return [{ sourceKey: post.sourceKey, outcome: 'refused', reason: error.message }];
    const middle = Math.ceil(posts.length / 2);
    const first = await send(takeIn, posts.slice(0, middle), dryRun);
    return [...first, ...(await send(takeIn, posts.slice(middle), dryRun))];
  }
}

/** What the file says; a password of its own front matter means that the text is not for everyone. */
function importPostOf(post: SourcePost, id: string | undefined): ImportPost {
  const { slug: _slug, relativeImages: _pictures, draftBecause: _why, notes: _notes, password, ...fields } = post;
  return { ...fields, id, ...(password !== undefined && { protected: true, password }) };
}
