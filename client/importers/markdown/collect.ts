import type { FileNote, ImportReport } from '../import-report.ts';
import type { SourceFile } from '../source-file.ts';
import { addOldAddress } from './old-addresses.ts';
import { hasWikiLinks, showAsObsidian } from './obsidian.ts';
import { reasonOf, type FolderEntry } from './read-files.ts';
import { defaultConfig, hasBundles, type SiteConfig } from './site-config.ts';
import type { SourcePost } from './source-post.ts';
import { placeInZone } from './time-zones.ts';

/** The content of a folder. */
export interface Collected {
  /** By path. */
  posts: Map<string, SourcePost>;
  files: Map<string, SourceFile>;
  config: SiteConfig | undefined;
}

/**
 * Collects the posts and files of a folder. Hides what the site does not show, and adds the old addresses.
 *
 * @param report receives what is refused and skipped
 * @param permalink the pattern of the old addresses, instead of that of the configuration
 */
export async function collect(
  entries: AsyncIterable<FolderEntry>,
  report: Pick<ImportReport, 'refused' | 'skipped' | 'notes'>,
  permalink: string | undefined,
): Promise<Collected> {
  const posts = new Map<string, SourcePost>();
  const files = new Map<string, SourceFile>();
  const configs: SiteConfig[] = [];
  const hidden = new Map<string, string>();
  for await (const entry of entries) {
    const { path } = entry;
    if ('refused' in entry) report.refused.push({ file: path, reason: entry.refused });
    else if ('post' in entry) posts.set(path, entry.post);
    else if ('file' in entry) files.set(path, entry.file);
    else if ('config' in entry) configs.push(entry.config);
    else {
      report.skipped.push({ file: path, reason: entry.skipped });
      if (entry.hides !== undefined) hidden.set(folderOf(path), entry.hides);
    }
  }
  const withPosts = new Set([...posts.keys()].flatMap((file) => /^(|.*\/)_posts\//.exec(file)?.[1] ?? []));
  const config = chosen(configs) ?? (withPosts.size > 0 ? defaultConfig(withPosts.has('source/')) : undefined);
  const indexes = hasBundles(config) ? [...posts.keys()].filter(isIndex) : [];
  const bundles = new Map(indexes.map((file) => [folderOf(file), file]));
  for (const [file, post] of posts) {
    placeInZone(post, config);
    if (isBesidePosts(file, post, withPosts)) post.kind = 'page';
    hide(post, [...hidden].find(([folder]) => file.startsWith(folder))?.[1]);
    hide(post, config?.hides?.find(({ isIn }) => isIn(file))?.reason);
    const bundle = bundleWith(file, bundles);
    hide(post, bundle && `It is a part of ${bundle}, and has no address of its own.`);
  }
  // A folder without a configuration may be a vault of Obsidian; files with keys of their own were exported from here.
  const notes = config === undefined ? [...posts].filter(([file, post]) => post.sourceKey === file) : [];
  if (notes.some(([, { content }]) => hasWikiLinks(content))) for (const [, note] of notes) showAsObsidian(note);
  for (const [file, post] of posts) addAddress(file, post, { config, permalink, notes: report.notes });
  return { posts, files, config };
}

/** Hugo prefers hugo.toml to config.toml; the other generators have one. */
function chosen(configs: readonly SiteConfig[]): SiteConfig | undefined {
  return (
    ['hugo.', '_config.'].map((name) => configs.find(({ file }) => file.includes(name))).find(Boolean) ?? configs[0]
  );
}

/**
 * Whether a file is a page of Jekyll or Hexo: all posts are in `_posts`, and files beside that folder are pages, dated
 * ones too.
 *
 * @param withPosts the folders that contain one called `_posts`
 */
function isBesidePosts(file: string, post: SourcePost, withPosts: ReadonlySet<string>): boolean {
  if (/(?:^|\/)_[^/]*\//.test(file) || post.sourceKey.startsWith('octavo:')) return false;
  return foldersOf(file).some((folder) => withPosts.has(folder));
}

/** The page of a bundle of Hugo or Zola that contains a file. */
function bundleWith(file: string, bundles: ReadonlyMap<string, string>): string | undefined {
  const own = folderOf(file);
  return foldersOf(file)
    .filter((folder) => !(isIndex(file) && folder === own))
    .map((folder) => bundles.get(folder))
    .find((bundle) => bundle !== undefined);
}

/** Whether a file is a page with the address of its folder. */
function isIndex(file: string): boolean {
  return /(?:^|\/)index\.[^/]*$/.test(file);
}

/** The folders that contain a file, from the root (""). */
function foldersOf(file: string): string[] {
  const names = file.split('/').slice(0, -1);
  return ['', ...names.map((_name, at) => `${names.slice(0, at + 1).join('/')}/`)];
}

function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf('/') + 1);
}

function hide(post: SourcePost, reason: string | undefined): void {
  if (reason === undefined || post.status === 'draft') return;
  post.status = 'draft';
  post.draftBecause = reason;
}

interface Addresses {
  config: SiteConfig | undefined;
  permalink: string | undefined;
  notes: FileNote[];
}

function addAddress(file: string, post: SourcePost, { config, permalink, notes }: Addresses): void {
  try {
    addOldAddress(post, config, permalink);
  } catch (error) {
    notes.push({ file, reason: `It has no redirect from its old address. ${reasonOf(error)}` });
  }
}
