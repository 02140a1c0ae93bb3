import { isMediaFile } from '../media-files.ts';
import type { SourceFile } from '../source-file.ts';
import type { Fields } from './fields.ts';
import { parseFields, splitFrontMatter } from './front-matter.ts';
import { isSiteConfig, readConfigFile } from './site/read-site.ts';
import type { ConfigFile } from './site/site-config.ts';
import { describeReason } from '../unfit.ts';
import { readSourcePost, type SourcePost } from './source-post.ts';

/** The maximum file size, which is also the limit of a request: a post of a million characters and its front matter. */
export const LARGEST = 4 * 1024 * 1024;

/** Eleventy: a file such as `posts/posts.json` has fields for all files of its folder. */
const DATA = /(?:^|\/)([^/]+)\/\1(?:\.11tydata)?\.json$/;

/** The result of reading a file. Paths are relative to the folder, with `/`. */
export type FolderEntry =
  | { path: string; post: SourcePost }
  | { path: string; refused: string }
  /** A picture or another file to which posts may link. */
  | { path: string; file: SourceFile }
  | { path: string; config: ConfigFile }
  | { path: string; skipped: string }
  /** The page of a section, or the data of a folder of Eleventy; its fields apply to the folder. */
  | { path: string; skipped: string; fields: Fields }
  /** Such a page that cannot be read: the folder is not public. */
  | { path: string; skipped: string; hides: string };

/** Whether a folder is skipped by its name: hidden folders and installed packages. */
export function isLeftOut(folder: string): boolean {
  return folder.startsWith('.') || folder === 'node_modules';
}

/**
 * Classifies a file by its name: a post, a file to which posts may link, the configuration of a generator, the data of a
 * folder, skipped for a reason, or irrelevant.
 *
 * @param path in the folder
 */
export function fileKind(path: string): 'post' | 'file' | 'config' | 'data' | 'other' | { skipped: string } {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (isSiteConfig(path)) return 'config';
  if (DATA.test(path)) return 'data';
  if (isMediaFile(name) && !name.startsWith('.')) return 'file';
  if (name.startsWith('.')) return 'other';
  if (/\.html?$/i.test(name) && IN_FOLDERS.test(path)) return 'post';
  if (/\.(?:mdx?|markdown|mdown|mkdown|mkdn|mkd)$/i.test(name)) return 'post';
  const isText = /\.(?:adoc|asciidoc|org|rst|textile|pandoc|ipynb)$/i.test(name);
  return isText && IN_FOLDERS.test(path) ? { skipped: NOT_MARKDOWN } : 'other';
}

const IN_FOLDERS = /(?:^|\/)(?:_posts|_drafts|content)\//;

/** Why a file is skipped whose format is not read. */
export const NOT_MARKDOWN = 'It is not Markdown.';

/** Whether a file is a post for Hugo only: HTML that is not among the posts of Jekyll or Hexo. */
export function isHtmlOfHugo(path: string): boolean {
  return /\.html?$/i.test(path) && !/(?:^|\/)_(?:posts|drafts)\//.test(path);
}

/**
 * Reads the entry of a file.
 *
 * @param file what `fileKind` classifies as irrelevant has no entry
 */
export async function readEntry(file: SourceFile): Promise<FolderEntry | undefined> {
  const { path } = file;
  const kind = fileKind(path);
  if (kind === 'other') return undefined;
  if (typeof kind === 'object') return { path, ...kind };
  if (kind === 'file') return { path, file };
  if (kind === 'post') return postEntry(path, file.size, () => file.read());
  if (kind === 'data') return dataEntry(file);
  try {
    return { path, config: readConfigFile(path, utf8(await file.read())) };
  } catch (error) {
    return { path, refused: describeReason(error) };
  }
}

/**
 * Reads one Markdown file. An invalid file is reported and does not stop the import.
 *
 * @param path in the folder
 * @param size in bytes
 * @param read returns the bytes
 */
export async function postEntry(path: string, size: number, read: () => Promise<Uint8Array>): Promise<FolderEntry> {
  if (size > LARGEST) return { path, refused: 'It is larger than 4 MB: shorten or split it.' };
  if (isSection(path)) return sectionEntry(path, read);
  try {
    const text = utf8(await read());
    // Hugo copies HTML without a front matter as it is.
    if (isHtmlOfHugo(path) && !/^\s*(?:---|\+\+\+|\{\s*")/.test(text)) return { path, skipped: NOT_MARKDOWN };
    return { path, post: readSourcePost(path, text) };
  } catch (error) {
    return { path, refused: describeReason(error) };
  }
}

/** @returns undefined if it is another JSON file */
async function dataEntry({ path, size, read }: SourceFile): Promise<FolderEntry | undefined> {
  if (size > LARGEST) return undefined;
  try {
    return { path, skipped: 'It is the data of a folder.', fields: parseFields('json', utf8(await read())) };
  } catch {
    return undefined;
  }
}

async function sectionEntry(path: string, read: () => Promise<Uint8Array>): Promise<FolderEntry> {
  const skipped = 'It is the page of a section and not a post.';
  try {
    return { path, skipped, fields: splitFrontMatter(utf8(await read())).data };
  } catch (error) {
    return { path, skipped, hides: `${path} cannot be read: ${describeReason(error)}` };
  }
}

/** Whether a file is the page of a section of Hugo or Zola, and not a post. */
function isSection(path: string): boolean {
  return /(?:^|\/)_index\.[^/]*$/.test(path);
}

/** Removes posts whose source key occurred before. */
export async function* onePerKey(entries: AsyncIterable<FolderEntry>): AsyncGenerator<FolderEntry, void> {
  const keys = new Map<string, string>();
  for await (const entry of entries) {
    if (!('post' in entry)) {
      yield entry;
      continue;
    }
    const first = keys.get(entry.post.sourceKey);
    if (first === undefined) keys.set(entry.post.sourceKey, entry.path);
    yield first === undefined ? entry : { path: entry.path, refused: `It has the same source_key as ${first}.` };
  }
}

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Error('It is not UTF-8 text.');
  }
}
