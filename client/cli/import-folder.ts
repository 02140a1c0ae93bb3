import { BlogError, type BlogClient, type ImportPost, type ImportResult } from '../index.ts';
import { chunksOf, sizeOf } from './chunks.ts';
import { chooseIds } from './markdown/choose-ids.ts';
import { readMarkdownFolder } from './markdown/read-folder.ts';
import type { SourcePost } from './markdown/source-post.ts';
import type { Progress } from './progress.ts';

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
  /** Files with pictures that lie beside them, which the service does not have. */
  pictures: { file: string; pictures: string[] }[];
}

/** What one call carries. The service takes 100 posts and 4 MiB; half as many cost it a tenth less time a post. */
const CHUNK = { items: 50, bytes: 3 * 1024 * 1024 };

/**
 * Sends all posts of a Markdown folder to the service. A file that is refused does not stop the others.
 *
 * @param dryRun tells what would happen and changes nothing
 * @param start called with the number of posts before the first is sent
 * @throws BlogError when the service cannot be reached or does not let the caller in
 */
export async function importFolder(
  client: BlogClient,
  folder: string,
  { dryRun, start }: { dryRun: boolean; start: (total: number) => Progress },
): Promise<ImportReport> {
  const report: ImportReport = { new: 0, changed: 0, unchanged: 0, refused: [], skipped: [], pictures: [] };
  const posts = new Map<string, SourcePost>();
  for await (const entry of readMarkdownFolder(folder)) {
    if ('refused' in entry) report.refused.push({ file: entry.path, reason: entry.refused });
    else if ('skipped' in entry) report.skipped.push({ file: entry.path, reason: entry.skipped });
    else posts.set(entry.path, entry.post);
  }
  for (const [file, { relativePictures: pictures }] of posts)
    if (pictures.length > 0) report.pictures.push({ file, pictures });

  const files = [...posts.keys()];
  // The service keeps the id of a post that it knows by its source key.
  const ids = chooseIds([...posts.values()], new Map(), new Set());
  const items = [...posts.values()].map((post) => importPostOf(post, ids.get(post.sourceKey)));
  const progress = start(items.length);
  let done = 0;
  try {
    for (const chunk of chunksOf(items, CHUNK, sizeOf)) {
      for (const result of await send(client, chunk, dryRun)) take(report, files[done++] ?? '', result);
      progress.at(done);
    }
  } finally {
    progress.stop();
  }
  return report;
}

function take(report: ImportReport, file: string, { outcome, reason = '' }: ImportResult): void {
  if (outcome === 'refused') report.refused.push({ file, reason });
  else report[outcome]++;
}

/** A chunk that is too large, or on which the service stumbles, goes in halves, so that one post alone is refused. */
async function send(client: BlogClient, posts: ImportPost[], dryRun: boolean): Promise<ImportResult[]> {
  try {
    return (await client.transfer.import({ posts, dryRun })).results;
  } catch (error) {
    const ofPosts = error instanceof BlogError && [400, 413, 500].includes(error.status);
    if (!ofPosts) throw error;
    const [post] = posts;
    if (post && posts.length === 1) return [{ sourceKey: post.sourceKey, outcome: 'refused', reason: error.message }];
    const middle = Math.ceil(posts.length / 2);
    const first = await send(client, posts.slice(0, middle), dryRun);
    return [...first, ...(await send(client, posts.slice(middle), dryRun))];
  }
}

/** What the file says; a password of its own front matter means that the text is not for everyone. */
function importPostOf(post: SourcePost, id: string | undefined): ImportPost {
  const { slug: _slug, relativePictures: _pictures, password, ...fields } = post;
  return { ...fields, id, ...(password !== undefined && { protected: true, password }) };
}
