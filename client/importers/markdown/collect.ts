import type { FileNote, ImportReport } from '../import-report.ts';
import type { SourceFile } from '../source-file.ts';
import { reasonOf } from '../unfit.ts';
import { addOldAddress } from './old-addresses.ts';
import { hasWikiLinks, showAsObsidian } from './obsidian.ts';
import type { FolderEntry } from './read-files.ts';
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
  const hidden = new Map<string, string>();
  const all: FolderEntry[] = [];
  for await (const entry of entries) all.push(entry);
  const declared = chosen(all.flatMap((entry) => ('config' in entry ? [entry.config] : [])));
  for (const entry of withoutSamples(all, declared, report.skipped)) {
    const { path } = entry;
    if ('refused' in entry) report.refused.push({ file: path, reason: entry.refused });
    else if ('post' in entry) posts.set(path, entry.post);
    else if ('file' in entry) files.set(path, entry.file);
    else if ('skipped' in entry) {
      report.skipped.push({ file: path, reason: entry.skipped });
      if (entry.hides !== undefined) hidden.set(folderOf(path), entry.hides);
    }
  }
  const withPosts = new Set([...posts.keys()].flatMap((file) => /^(|.*\/)_posts\//.exec(file)?.[1] ?? []));
  const config = declared ?? (withPosts.size > 0 ? defaultConfig(withPosts.has('source/')) : undefined);
  const indexes = hasBundles(config) ? [...posts.keys()].filter(isIndex) : [];
  const bundles = new Map(indexes.map((file) => [folderOf(file), file]));
  const whyOutside = outsideOf(config, posts);
  for (const [file, post] of posts) {
    placeInZone(post, config);
    if (isBesidePosts(file, post, withPosts)) post.kind = 'page';
    hide(post, [...hidden].find(([folder]) => file.startsWith(folder))?.[1]);
    hide(post, config?.hides?.find(({ isIn }) => isIn(file))?.reason);
    const bundle = bundleWith(file, bundles);
    hide(post, whyOutside(file));
    hide(post, bundle && `It is a part of ${bundle}, and has no address of its own.`);
  }
  // A folder without a configuration may be a vault of Obsidian; files with keys of their own were exported from here.
  const notes = config === undefined ? [...posts].filter(([file, post]) => post.sourceKey === file) : [];
  if (notes.some(([, { content }]) => hasWikiLinks(content))) for (const [, note] of notes) showAsObsidian(note);
  for (const [file, post] of posts) addAddress(file, post, { config, permalink, notes: report.notes });
  return { posts, files, config };
}

/** Folders of Hugo and Zola with themes, modules and templates. */
const SAMPLES = /^(?:themes|_vendor|archetypes)\//;

/**
 * Leaves out the Markdown files of themes of Hugo and Zola, and of templates. Each of these folders is reported once;
 * their other files stay, because posts may link to them.
 */
function* withoutSamples(
  entries: readonly FolderEntry[],
  config: SiteConfig | undefined,
  skipped: FileNote[],
): Generator<FolderEntry, void> {
  const left = new Set<string>();
  for (const entry of entries) {
    const [folder] = (hasBundles(config) && !('file' in entry) && SAMPLES.exec(entry.path)) || [];
    if (folder === undefined) yield entry;
    else left.add(folder);
  }
  const reason = 'Its Markdown files are samples and templates of Hugo or Zola.';
  for (const folder of left) skipped.push({ file: folder, reason });
}

/** Why a file is not a post of Hugo or Zola; no file is outside if none is in the folders of posts. */
function outsideOf(
  config: SiteConfig | undefined,
  posts: ReadonlyMap<string, SourcePost>,
): (file: string) => string | undefined {
  const folders = hasBundles(config) ? ['content/', ...(config?.contentFolders ?? [])] : [];
  const isInside = (file: string) => folders.some((folder) => file.startsWith(folder));
  if (![...posts.keys()].some(isInside)) return () => undefined;
  const names = new Intl.ListFormat('en', { type: 'disjunction' }).format(folders);
  return (file) => (isInside(file) ? undefined : `The site does not show it: it is not in ${names}.`);
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
