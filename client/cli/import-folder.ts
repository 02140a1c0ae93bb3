import type { BlogClient } from '../index.ts';
import { createPictures } from '../importers/pictures.ts';
import { importPosts, type ImportOptions } from '../importers/import-posts.ts';
import type { ImportReport } from '../importers/import-report.ts';
import { fetchPicture } from './fetch-picture.ts';
import { readMarkdownFolder } from '../importers/markdown/read-folder.ts';

/** Options of an import. */
export interface FolderImportOptions extends ImportOptions {
  /** Whether to upload images of other hosts as well. */
  fetchPictures?: boolean;
}

/**
 * Sends all posts of a Markdown folder to the service. A rejected file does not stop the import.
 *
 * @throws BlogError if the service cannot be reached or denies access; Error if the folder cannot be read
 */
export function importFolder(
  client: BlogClient,
  folder: string,
  { fetchPictures = false, ...options }: FolderImportOptions,
): Promise<ImportReport> {
  const pictures = createPictures(client.media.upload, fetchPictures ? fetchPicture : undefined);
  return importPosts(client.transfer.import, readMarkdownFolder(folder), { ...options, pictures });
}
