import type { FileNote, ImportReport } from '../import-report.ts';
import { parentFolder, type SourceFile } from '../source-file.ts';
import { describeReason } from '../unfit.ts';
import { writeAlerts } from './admonitions.ts';
import { draftSection, findInherited, foldersWithSection, type FolderFields } from './folder-fields.ts';
import { hiddenByInherited } from './hidden.ts';
import { hasWikiLinks, showAsObsidian } from './obsidian.ts';
import { isHtmlOfHugo, NOT_MARKDOWN, type FolderEntry } from './read-files.ts';
import { oldAddresses } from './old-addresses.ts';
import { defaultSite, readSite } from './site/read-site.ts';
import { plainRules, type FileRules, type SiteConfig } from './site/site-config.ts';
import { hiddenByZola } from './site/zola.ts';
import type { SourcePost } from './source-post.ts';
import { placeInZone } from './time-zones.ts';

/** The content of a folder. */
export interface Collected {
  /** By path. */
  posts: Map<string, SourcePost>;
  files: Map<string, SourceFile>;
  config: SiteConfig | undefined;
  /** How many public posts have no old address that is known for certain. */
  unaddressed: number;
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
  const all: FolderEntry[] = [];
  for await (const entry of entries) all.push(entry);
  const declared = readSite(all.flatMap((entry) => ('config' in entry ? [entry.config] : [])));
  const folders: Folders = { fields: [], unread: new Map() };
  for (const entry of withoutSamples(all, declared, report.skipped)) {
    take(entry, { posts, files, folders, report, isHugo: declared?.generator === 'hugo' });
  }
  const withPosts = new Set([...posts.keys()].flatMap((file) => /^(|.*\/)_posts\//.exec(file)?.[1] ?? []));
  const config = declared ?? (withPosts.size > 0 ? defaultSite(withPosts.has('source/')) : undefined);
  const site: Site = { config, isSure: declared !== undefined, folders, withPosts, permalink, notes: report.notes };
  const unaddressed = place(posts, site);
  return { posts, files, config, unaddressed };
}

interface Folders {
  fields: FolderFields[];
  /** Why a folder is not public, by its path. */
  unread: Map<string, string>;
}

interface Taken extends Pick<Collected, 'posts' | 'files'> {
  folders: Folders;
  report: Pick<ImportReport, 'refused' | 'skipped'>;
  isHugo: boolean;
}

function take(entry: FolderEntry, { posts, files, folders, report, isHugo }: Taken): void {
  const { path } = entry;
  if (!isHugo && isHtmlOfHugo(path)) report.skipped.push({ file: path, reason: NOT_MARKDOWN });
  else if ('refused' in entry) report.refused.push({ file: path, reason: entry.refused });
  else if ('post' in entry) posts.set(path, entry.post);
  else if ('file' in entry) files.set(path, entry.file);
  else if ('skipped' in entry) {
    report.skipped.push({ file: path, reason: entry.skipped });
    if ('hides' in entry) folders.unread.set(parentFolder(path), entry.hides);
    else if ('fields' in entry) folders.fields.push({ path, fields: entry.fields });
  }
}

interface Site {
  config: SiteConfig | undefined;
  /** Whether it has a configuration of its own. */
  isSure: boolean;
  folders: Folders;
  /** The folders that contain one called `_posts`. */
  withPosts: ReadonlySet<string>;
  permalink: string | undefined;
  notes: FileNote[];
}

/**
 * Gives the posts what their site says of them: what they inherit, whether they are public, and their old addresses.
 *
 * @returns the number of public posts without an address that is known for certain
 */
function place(posts: Map<string, SourcePost>, site: Site): number {
  const { config, isSure, folders, withPosts } = site;
  const indexes = config?.hasBundles === true ? [...posts.keys()].filter(isIndex) : [];
  const bundles = new Map(indexes.map((file) => [parentFolder(file), file]));
  const whyOutside = outsideOf(config, posts);
  const isUndated = undatedName(config, posts);
  const placed = new Map<string, FileRules>();
  for (const [file, read] of posts) {
    const rules = config?.rulesOf(file) ?? plainRules(file);
    rules.inherited.push(...findInherited(folders.fields, file, rules.path, rules.language));
    if (rules.isPage === true && !isSure && !isBesidePosts(file, read, withPosts)) rules.isPage = undefined;
    if (config?.generator === 'hugo') rules.sections = foldersWithSection(folders.fields, file, rules.path);
    const post = onSite(read, rules, config);
    posts.set(file, post);
    placed.set(file, rules);
    const bundle = bundleWith(file, bundles);
    hide(post, [...folders.unread].find(([folder]) => file.startsWith(folder))?.[1]);
    hide(post, draftSection(folders.fields, file, config));
    hide(post, hiddenByInherited(read.fields, rules.inherited));
    hide(post, whyOutside(file) ?? rules.leftOut);
    hide(post, isUndated(file) ? 'Jekyll does not publish it: its name does not begin with a date.' : undefined);
    const isCopied = isSure && config?.generator === 'jekyll' && !isPostFile(file) && !post.beginsWithFields;
    hide(post, isCopied ? 'Jekyll copies it as it is: it does not begin with a front matter.' : undefined);
    hide(post, isFragment(post, rules, config) ? 'It has no date, so it is imported as a page.' : undefined);
    hide(post, config?.generator === 'zola' ? hiddenByZola(post.fields) : undefined);
    hide(post, bundle && `It is a part of ${bundle}, and has no address of its own.`);
  }
  // A folder without a configuration may be a vault of Obsidian; files with keys of their own were exported from here.
  const notes = config === undefined ? [...posts].filter(([file, post]) => post.sourceKey === file) : [];
  if (notes.some(([, { content }]) => hasWikiLinks(content))) for (const [, note] of notes) showAsObsidian(note);
  const known = [...posts].filter(([file, post]) => addAddresses(file, post, placed.get(file)!, site));
  const isPublic = ({ status }: SourcePost) => status === 'published';
  return [...posts.values()].filter(isPublic).length - known.filter(([, post]) => isPublic(post)).length;
}

/** Their Markdown has containers, such as `:::note`. */
const withContainers: ReadonlySet<SiteConfig['generator']> = new Set(['docusaurus', 'astro']);

/** A post as its site has it. An exported file of Octavo says everything itself. */
function onSite(read: SourcePost, rules: FileRules, config: SiteConfig | undefined): SourcePost {
  if (read.sourceKey.startsWith('octavo:')) return read;
  const post = read.onSite(rules, config?.timeZone);
  if (rules.isPage === true) post.kind = 'page';
  if (config && withContainers.has(config.generator)) post.content = writeAlerts(post.content);
  placeInZone(post, config);
  const isLater = [post.publishAt ?? '', `${post.date}T12:00:00Z`].some((time) => Date.parse(time) > Date.now());
  if (config?.showsFuture === true && isLater && post.status === 'published') post.publishAt = null;
  return post;
}

/** Whether a page of Jekyll has neither a date nor a layout: it was not shown in the frame of the site. */
function isFragment({ date, fields }: SourcePost, { isPage }: FileRules, config: SiteConfig | undefined): boolean {
  return config?.generator === 'jekyll' && isPage === true && date === undefined && fields['layout'] === undefined;
}

function isPostFile(file: string): boolean {
  return /(?:^|\/)_posts\//.test(file);
}

/** Whether Jekyll ignores a file of `_posts` for its name; not if no name has a date. */
function undatedName(
  config: SiteConfig | undefined,
  posts: ReadonlyMap<string, SourcePost>,
): (file: string) => boolean {
  const isDated = (file: string) => /(?:^|\/)_posts\/(?:.*\/)?\d{2,4}-\d{1,2}-\d{1,2}-[^/]*$/.test(file);
  if (config?.generator !== 'jekyll' || ![...posts.keys()].some(isDated)) return () => false;
  return (file) => isPostFile(file) && !isDated(file);
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
    const [folder] = (config?.hasBundles === true && !('file' in entry) && SAMPLES.exec(entry.path)) || [];
    if (folder === undefined) yield entry;
    else left.add(folder);
  }
  const reason = 'Its Markdown files are samples and templates of Hugo or Zola.';
  for (const folder of left) skipped.push({ file: folder, reason });
}

/** Why a file is not in the folders of posts; no file is outside if none is in them. */
function outsideOf(
  config: SiteConfig | undefined,
  posts: ReadonlyMap<string, SourcePost>,
): (file: string) => string | undefined {
  const roots = config?.roots ?? [];
  const isInside = (file: string) => roots.some((folder) => file.startsWith(folder));
  if (![...posts.keys()].some(isInside)) return () => undefined;
  return (file) => {
    if (isInside(file)) return undefined;
    const others = config?.generator === 'hugo' && !file.startsWith('content/') ? ['content/'] : [];
    const names = new Intl.ListFormat('en', { type: 'disjunction' }).format(new Set([...others, ...roots]));
    return `The site does not show it: it is not in ${names}.`;
  };
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
  const own = parentFolder(file);
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

function hide(post: SourcePost, reason: string | undefined): void {
  if (reason === undefined || post.status === 'draft') return;
  post.status = 'draft';
  post.draftBecause = reason;
}

/** @returns whether its own address is known for certain, or it has none because it was exported from here */
function addAddresses(file: string, post: SourcePost, rules: FileRules, { config, permalink, notes }: Site): boolean {
  try {
    const { paths, isKnown } = oldAddresses({ post, rules }, config, permalink);
    post.aliases = paths;
    return isKnown || post.sourceKey !== file;
  } catch (error) {
    notes.push({ file, reason: `It has no redirect from its old address. ${describeReason(error)}` });
    return false;
  }
}
