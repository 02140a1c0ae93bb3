import type { BlogClient } from '../index.ts';
import { importPosts, type ImportOptions, type ImportReport } from '../importers/import-posts.ts';
import { readMarkdownFolder } from '../importers/markdown/read-folder.ts';

/**
 * Sends all posts of a Markdown folder to the service. A file that is refused does not stop the others.
 *
 * @throws BlogError when the service cannot be reached or does not let the caller in; Error when the folder cannot be read
 */
export function importFolder(client: BlogClient, folder: string, options: ImportOptions): Promise<ImportReport> {
  return importPosts(client.transfer.import, readMarkdownFolder(folder), options);
}
