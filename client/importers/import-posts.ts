import { BlogError, type BlogClient, type ImportPost, type ImportResult } from '../index.ts';
import { splitIntoChunks, jsonSize } from './chunks.ts';
import { noteElsewhere } from './elsewhere.ts';
import { chooseIds } from './markdown/choose-ids.ts';
import { collect, type Collected } from './markdown/collect.ts';
import type { FolderEntry } from './markdown/read-files.ts';
import { findShortcodes } from './markdown/left-over.ts';
import { NOT_FOUND, planRewriting, type Rewriting } from './markdown/rewrite.ts';
import { SourceLinks } from './markdown/source-links.ts';
import type { SourcePost } from './markdown/source-post.ts';
import { findUrls } from './markdown/urls.ts';
import { matchPosts } from './old-site/match-posts.ts';
import type { OldSite } from './old-site/old-site.ts';
import type { SourceFile } from './source-file.ts';
import { countLeft, emptyReport, take, type FileNote, type ImportReport } from './import-report.ts';
import type { Pictures } from './pictures.ts';

/** Reports the progress of a long task. */
export interface Progress {
  /** The number done so far. */
  at(done: number): void;
  stop(): void;
}

/** The call that imports posts: `client.transfer.import`. */
export type TakeIn = BlogClient['transfer']['import'];

export interface ImportOptions {
  /** Reports the result without changing anything. */
  dryRun: boolean;
  /** Called with the number of posts before the first is sent. */
  start: (total: number) => Progress;
  /** Stops the import between two calls; the report then covers what was done until then. */
  signal?: AbortSignal | undefined;
  /** Whether e-mail addresses of writers of comments are imported, for the owner to see; default: false. */
  keepEmail?: boolean | undefined;
  /** Uploads the files to which posts link; absent: they are not imported. */
  pictures?: Pictures | undefined;
  /** The pattern of the old addresses, such as `/:year/:month/:title/`; absent: that of the configuration, if any. */
  permalink?: string | undefined;
  /** The URL of the old blog: links to it are links between posts. Absent: that of the configuration. */
  oldUrl?: string | undefined;
  /** What the old site really had: its addresses are taken in place of those of the configuration. */
  oldSite?: OldSite | undefined;
  /** Finds the file to which a URL of an export leads, among files that were given with it. */
  fileOf?: ((url: string) => SourceFile | undefined) | undefined;
}

/** Limits of a call. The service accepts 100 posts and 4 MiB; half of that takes it a tenth less time per post. */
const CHUNK = { items: 50, bytes: 3 * 1024 * 1024 };

/**
 * Sends all posts of a Markdown folder to the service. A rejected file does not stop the import.
 *
 * @throws BlogError if the service cannot be reached or denies access
 */
export async function importPosts(
  takeIn: TakeIn,
  entries: AsyncIterable<FolderEntry>,
  options: ImportOptions,
): Promise<ImportReport> {
  const report = emptyReport();
  const collected = await collect(entries, report, options.permalink);
  const { posts } = collected;
  if (options.oldSite) matchPosts(posts, options.oldSite, report);
  else report.notes.push(...unknownAddresses(collected));
  // The service keeps the id of a post whose source key it knows.
  const ids = chooseIds([...posts.values()], new Map(), new Set());
  const rewritings = rewritingsOf(collected, options.oldUrl);
  const linkedPosts = new Set([...rewritings.values()].flatMap(({ posts: targets }) => targets));
  const linked = await idsOfLinked(takeIn, linkedPosts, ids);

  const files = [...posts.keys()];
  const progress = options.start(posts.size);
  let done = 0;
  try {
    for await (const chunk of splitIntoChunks(items(), CHUNK, jsonSize)) {
      if (options.signal?.aborted) break;
      for (const result of await send(takeIn, chunk, options.dryRun)) {
        const file = files[done++] ?? '';
        take(report, file, posts.get(file), result);
      }
      progress.at(done);
    }
  } finally {
    progress.stop();
  }
  return report;

  async function* items(): AsyncGenerator<ImportPost, void> {
    for (const [file, post] of posts) {
      await rewrite(report, file, rewritings.get(file)!, linked, options.dryRun ? undefined : options.pictures);
      noteElsewhere(report, [...findUrls(post.content), post.cover ?? '']);
      countLeft(report.shortcodes, findShortcodes(post.content));
      countLeft(report.fields, post.unread);
      yield toImportPost(post, ids.get(post.sourceKey));
    }
  }
}

/** How many posts have no old address, and how to give it. */
function unknownAddresses({ config, unaddressed }: Collected): FileNote[] {
  if (unaddressed === 0) return [];
  const posts = unaddressed === 1 ? '1 post has' : `${unaddressed} posts have`;
  const why = config === undefined ? 'there is no configuration' : 'the configuration does not contain it';
  const given = 'name the pattern with --permalink, or the built site with --built, or its sitemap with --sitemap';
  const guess = config?.isGuess === true ? ' The paths of the files are taken.' : '';
  return [
    {
      file: config?.file ?? '.',
      reason: `${posts} no old address that is known for certain, because ${why}: ${given}.${guess}`,
    },
  ];
}

function rewritingsOf({ posts, files, config }: Collected, oldUrl: string | undefined): Map<string, Rewriting> {
  const urls = [oldUrl, config?.url].flatMap((url) => (url !== undefined && URL.canParse(url) ? [new URL(url)] : []));
  const bases = urls.map(({ pathname }) => pathname.replace(/(?<!\/)\/+$/, '')).filter((base) => base !== '');
  const links = new SourceLinks(posts, files, new Set(urls.map(({ host }) => host)), bases);
  return new Map([...posts].map(([file, post]) => [file, planRewriting(file, post, links)]));
}

/**
 * The ids of the posts to which others link: those that they have on this blog, else the ones that they will get.
 *
 * @param ids that the posts request, by source key
 */
export async function idsOfLinked(
  takeIn: TakeIn,
  linked: Iterable<Pick<ImportPost, 'sourceKey' | 'title' | 'kind'>>,
  ids: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const known = new Map([...linked].map(({ sourceKey }) => [sourceKey, ids.get(sourceKey) ?? '']));
  const targets = [...linked].map(({ sourceKey, title, kind }) => ({ sourceKey, title, kind, id: ids.get(sourceKey) }));
  for (let at = 0; at < targets.length; at += CHUNK.items) {
    for (const { sourceKey, id } of await send(takeIn, targets.slice(at, at + CHUNK.items), true)) {
      if (id !== undefined) known.set(sourceKey, id);
    }
  }
  return known;
}

async function rewrite(
  report: ImportReport,
  file: string,
  rewriting: Rewriting,
  ids: ReadonlyMap<string, string>,
  pictures: Pictures | undefined,
): Promise<void> {
  const { links, files, missing } = await rewriting.apply(({ sourceKey }) => ids.get(sourceKey) ?? '', pictures);
  report.links += links;
  report.uploads += files.length;
  if (missing.length > 0) report.pictures.push({ file, pictures: missing.map((one) => one.file) });
  for (const { file: url, reason } of missing) {
    if (reason !== NOT_FOUND) report.notes.push({ file, reason: `${url}: ${reason}` });
  }
}

/** Splits a chunk that is too large or fails, so that only the invalid post is rejected. */
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

/** The declared fields of a file; a password in its own front matter means that the text is not public. */
function toImportPost(post: SourcePost, id: string | undefined): ImportPost {
  const {
    slug: _slug,
    relativeImages: _images,
    draftBecause: _why,
    notes: _notes,
    unread: _unread,
    facts: _facts,
    permalink: _permalink,
    fields: _fields,
    beginsWithFields: _beginsWithFields,
    onSite: _onSite,
    declaredPaths: _declaredPaths,
    password,
    ...others
  } = post;
  return { ...others, id, ...(password !== undefined && { protected: true, password }) };
}
