import type { ImportComment, ImportPost } from '../index.ts';
import { noteElsewhere } from './elsewhere.ts';
import { withEmptyPlaces } from './empty-places.ts';
import { checkLength } from './html/length.ts';
import { htmlToMarkdown } from './html/to-markdown.ts';
import type { ImportOptions, TakeIn } from './import-posts.ts';
import { countLeft, emptyReport, notePlaces, type ImportReport } from './import-report.ts';
import type { Importer, PostItem, SourceItem, SourceText } from './importer.ts';
import { indexExport, type ExportIndex } from './index-export.ts';
import { checkAddresses } from './meta-fields.ts';
import { normalAddress } from './markdown/source-links.ts';
import { replaceUrls, findUrls } from './markdown/urls.ts';
import { sendItems, type Sendable } from './send-items.ts';
import { describeReason } from './unfit.ts';

/** Limits of a call, below those of the service. */
const CHUNK = { items: 100, bytes: 2 * 1024 * 1024 };

/**
 * Imports an export that is one file. It is read twice, where the format allows it as a stream, so that memory does not
 * grow with its size, and so that a damaged file is reported before anything is written.
 *
 * @throws BlogError if the service cannot be reached or denies access; Error with one sentence for a damaged file
 */
export async function importFile(
  takeIn: TakeIn,
  importer: Importer,
  source: SourceText,
  options: ImportOptions,
): Promise<ImportReport> {
  const report = emptyReport();
  const index = await indexExport(takeIn, importer, source, options);
  for (const [url, comments] of index.commentsIn) {
    if (index.threads.has(url)) {
      report.threads.push({ url, comments });
      continue;
    }
    const leftOut = comments === 1 ? '1 comment is' : `${comments} comments are`;
    const reason = `There is no post here for this URL, nor is its site a comment site; ${leftOut} left out.`;
    report.skipped.push({ file: url, reason });
  }
  const progress = options.start(index.total);
  let done = 0;
  let chunk: Sendable[] = [];
  let bytes = 0;
  let sending: Promise<void> = Promise.resolve();
  const isPost = (sourceKey: string) => index.idOf(sourceKey) !== undefined;
  const refusedPosts = new Set<string>();
  const send = async (items: Sendable[]) => {
    await sendItems(takeIn, items, { dryRun: options.dryRun, report, isPost });
    done += items.length;
    progress.at(done);
  };
  // The next call is prepared while one is in progress: the service and this process work at the same time.
  const flush = async () => {
    await sending;
    sending = send(chunk);
    // Its failure is thrown by the next flush.
    sending.catch(() => undefined);
    chunk = [];
    bytes = 0;
  };
  try {
    for await (const item of withEmptyPlaces(importer.read(source, options))) {
      if (options.signal?.aborted) break;
      const sendable = await fitting(item, { index, report, refusedPosts }, options);
      if (!sendable) continue;
      const isFull = chunk.length >= CHUNK.items || bytes + sendable.bytes > CHUNK.bytes;
      // One that is larger than a call is sent by itself.
      if (isFull && chunk.length > 0) await flush();
      chunk.push(sendable);
      bytes += sendable.bytes;
    }
    if (chunk.length > 0 && !options.signal?.aborted) await flush();
    await sending;
  } finally {
    // No call is in progress when the report or an error is returned.
    await sending.catch(() => undefined);
    progress.stop();
  }
  return report;
}

type Files = Pick<ImportOptions, 'fileOf' | 'pictures'>;

interface Import {
  index: ExportIndex;
  report: ImportReport;
  /** The source keys of posts that are refused here. */
  refusedPosts: Set<string>;
}

/** An item as it is sent; undefined if it is none, or is refused. */
async function fitting(
  item: SourceItem,
  { index, report, refusedPosts }: Import,
  options: ImportOptions,
): Promise<Sendable | undefined> {
  if (item.kind === 'refused' && item.post !== undefined) refusedPosts.add(item.post);
  if (item.kind === 'comment' && refusedPosts.has(item.comment.post)) {
    report.refused.push({ file: item.place, reason: 'Its post is refused: correct that first.' });
    return undefined;
  }
  try {
    return await sendableOf(item, index, report, options);
  } catch (error) {
    if (item.kind === 'post') refusedPosts.add(item.post.sourceKey);
    report.refused.push({ file: item.place, reason: describeReason(error) });
    return undefined;
  }
}

async function sendableOf(
  item: SourceItem,
  index: ExportIndex,
  report: ImportReport,
  { dryRun, pictures, fileOf, keepEmail = false }: ImportOptions,
): Promise<Sendable | undefined> {
  if (item.kind === 'comment') {
    const { thread } = item;
    const { email, ...others } = item.comment;
    const comment = keepEmail && email !== undefined && email !== '' ? { ...others, email } : others;
    const post = thread === undefined ? comment.post : index.threads.get(thread);
    return post === undefined ? undefined : sendable(item.place, { comment: { ...comment, post } });
  }
  if (item.kind !== 'post') {
    report[item.kind].push({ file: item.place, reason: item.reason });
    return undefined;
  }
  const post = await preparePost(item, index, report, { fileOf, pictures: dryRun ? undefined : pictures });
  countLeft(report.shortcodes, item.shortcodes ?? []);
  countLeft(report.fields, item.fields ?? []);
  return { ...sendable(item.place, { post }), draftBecause: item.draftBecause, notes: item.notes };
}

function sendable<T extends { post: ImportPost } | { comment: ImportComment }>(place: string, what: T) {
  return { place, ...what, bytes: new TextEncoder().encode(JSON.stringify(what)).length };
}

/** A post with its text in Markdown, whose links and images lead to this blog. */
async function preparePost(
  item: PostItem,
  index: ExportIndex,
  report: ImportReport,
  files: Files,
): Promise<ImportPost> {
  const kept = new Set<string>();
  const { markdown, notes = [] } =
    'html' in item.text ? htmlToMarkdown(item.text.html, { ...item.text, kept }) : { markdown: item.text.markdown };
  checkLength(markdown);
  item.notes.push(...notes);
  notePlaces(report.html, kept, item.place);
  const addresses = new Map<string, string>();
  const meta = checkAddresses(item.meta ?? {}, (url) => isOwnUrl(url, item), item.notes);
  const { shareImage } = meta;
  const urls = new Set([...findUrls(markdown), item.post.cover ?? '', shareImage ?? '']);
  for (const url of urls) {
    const address = index.addressOf(url) ?? (await uploaded(url, item, report, files));
    if (address !== undefined) addresses.set(url, address);
    if (address?.startsWith('/posts/')) report.links++;
  }
  noteElsewhere(
    report,
    [...urls].filter((url) => !addresses.has(url)),
  );
  const { cover } = item.post;
  return {
    ...item.post,
    ...meta,
    id: index.idOf(item.post.sourceKey),
    aliases: item.aliases,
    content: replaceUrls(markdown, (url) => addresses.get(url)),
    ...(cover !== undefined && { cover: addresses.get(cover) ?? cover }),
    ...(shareImage !== undefined && { shareImage: addresses.get(shareImage) ?? shareImage }),
  };
}

function isOwnUrl(url: string, { url: old, aliases }: PostItem): boolean {
  if (old === undefined || !URL.canParse(url) || !URL.canParse(old)) return false;
  const { host, pathname } = new URL(url);
  return host === new URL(old).host && aliases.map(normalAddress).includes(normalAddress(pathname));
}

async function uploaded(
  url: string,
  item: PostItem,
  report: ImportReport,
  { fileOf, pictures }: Files,
): Promise<string | undefined> {
  const file = fileOf?.(url);
  const isForeign = /^https?:/i.test(url) && URL.canParse(url);
  if (!file && !isForeign) return undefined;
  try {
    const address = file ? await pictures?.ofFile(file) : await pictures?.ofUrl(url);
    if (address !== undefined) report.uploads++;
    return address;
  } catch (error) {
    report.pictures.push({ file: item.place, pictures: [url] });
    item.notes.push(`${url}: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}
