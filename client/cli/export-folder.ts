import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { BlogClient, ExportedPost } from '../index.ts';
import { mediaExport, type ExportedMedia } from './export-media.ts';
import { Failure, fileReason } from './failures.ts';
import { withTemporary } from './temporary.ts';
import { exportedFile } from '../../shared/exported-file.ts';
import type { Progress } from '../importers/import-posts.ts';

/** The result of an export. */
export interface ExportReport extends ExportedMedia {
  posts: number;
}

/**
 * Writes every post, drafts included, as a Markdown file that can be imported again, and the uploaded files that they
 * name. Existing files of the same names are replaced atomically; others are kept. New files and folders are readable
 * only by the owner.
 *
 * @param url of the service
 * @param start called with the number of posts before the first is written
 * @throws BlogError; Failure when a file cannot be read or written
 */
export async function exportFolder(
  client: BlogClient,
  url: string,
  folder: string,
  start: (total: number) => Progress,
): Promise<ExportReport> {
  const { total: posts } = await client.posts.list({ pageSize: 1 });
  const { total: pages } = await client.pages.list({ pageSize: 1 });
  // The first request precedes the folder, so that a failed export leaves nothing behind.
  let page = await client.transfer.export({});
  await writing(folder, mkdir(folder, { recursive: true, mode: 0o700 }));
  const progress = start(posts + pages);
  const media = mediaExport(url, folder);
  let done = 0;
  try {
    for (;;) {
      for (const post of page.posts) await media.add(await writePost(folder, post));
      done += page.posts.length;
      progress.at(done);
      if (page.cursor === undefined) return { posts: done, files: media.files, missing: media.missing };
      page = await client.transfer.export({ cursor: page.cursor });
    }
  } finally {
    progress.stop();
  }
}

/** @returns the content of the file */
async function writePost(folder: string, post: ExportedPost): Promise<string> {
  const { name, text } = exportedFile(post);
  const file = join(folder, name);
  await withTemporary(file, async (temporary) => {
    await writing(file, writeFile(temporary, text, { flag: 'wx', mode: 0o600 }));
    await writing(file, rename(temporary, file));
  });
  return text;
}

async function writing<T>(path: string, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw new Failure(`${path} cannot be written: ${fileReason(error)}.`);
  });
}
