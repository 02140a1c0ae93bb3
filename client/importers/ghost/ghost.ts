import { dayIn } from '../../../shared/local-time.ts';
import { postFields } from '../../../shared/post-fields.ts';
import { shorten } from '../../../shared/shorten.ts';
import type { Importer, KnownOfBlog, PostItem, SourceItem } from '../importer.ts';
import { fittingTitle } from '../fitting-title.ts';
import { toId } from '../markdown/choose-ids.ts';
import { fillPermalink } from '../markdown/permalinks.ts';
import { readTruth, type Fields } from '../markdown/fields.ts';
import { choosePublishAt } from '../publish-at.ts';
import { checkDepth, refuseItem } from '../unfit.ts';
import { SCHEDULED_REASON } from '../scheduled-reason.ts';
import { withoutCards } from './cards.ts';
import { metaOfGhost } from './meta.ts';
import { rowsBy, readTables, readText, readTime, type Tables } from './tables.ts';

/** The export of Ghost: Settings, Import/Export, Export content (JSON). */
export const ghost: Importer = {
  name: 'ghost',
  system: 'Ghost',
  recognizes: (start) => /^\s*\{\s*(?:"db"\s*:\s*\[\s*\{\s*)?"(?:meta|data)"\s*:\s*\{/.test(start),
  async *read(source, known = {}) {
    const tables = await readTables(source);
    const blog = readBlog(tables, known);
    yield* notesOf(source.name, tables, blog);
    for (const row of tables.rows('posts')) yield fitting(row, blog);
  },
};

/** How Ghost writes the URL of the blog. */
const OWN_URL = /__GHOST_URL__(\/?)/g;
/** The start of a part of the HTML that not everybody sees. */
const GATED = /<!--\s*kg-gated-block:begin\s+nonMember:false/;
/** Tables of which nothing is imported, as the report names them. */
const LEFT_OUT = ['members', 'comments', 'snippets', 'settings'];

/** Columns of posts without an equivalent in Octavo. */
const LEFT_COLUMNS = ['codeinjection_head', 'codeinjection_foot', 'custom_template'];

/** The data that the posts of an export refer to. */
interface Blog {
  /** Its URL without a slash at the end; "" if it is not known. */
  url: string;
  /** The path of this URL; "" if the blog is at the root. */
  path: string;
  /** The pattern of the addresses of posts, if it is not `/:slug/`. */
  permalink: string | undefined;
  timeZone: string;
  /** Whether only readers with its password saw it. */
  isPrivate: boolean;
  /** The names of the authors and of the public tags of each post, in order. */
  authors: Map<string, string[]>;
  tags: Map<string, string[]>;
  /** Names by id, for exports with one author for each post. */
  users: Map<string, string>;
  /** The rows of `posts_meta` by post. */
  meta: Map<string, Fields[]>;
}

function readBlog(tables: Tables, { oldUrl, permalink }: KnownOfBlog): Blog {
  const users = new Map(tables.rows('users').map((row) => [readText(row, 'id'), readText(row, 'name')]));
  const tags = new Map(tables.rows('tags').flatMap((row) => (isInternal(row) ? [] : [nameById(row)])));
  const settings = new Map(tables.rows('settings').map((row) => [readText(row, 'key'), settingValue(row)]));
  const url = oldUrl !== undefined && URL.canParse(oldUrl) ? oldUrl.replace(/(?<!\/)\/+$/, '') : '';
  return {
    url,
    path: url === '' ? '' : new URL(url).pathname.replace(/\/$/, ''),
    permalink,
    timeZone: knownTimeZone(settings.get('timezone') ?? settings.get('active_timezone')),
    isPrivate: readTruth(settings.get('is_private')) === true,
    authors: namesByPost(tables.rows('posts_authors'), 'author_id', users),
    tags: namesByPost(tables.rows('posts_tags'), 'tag_id', tags),
    users,
    meta: rowsBy(tables.rows('posts_meta'), 'post_id'),
  };
}

/** Truth is a text in newer exports. */
function settingValue({ value }: Fields): string {
  return typeof value === 'object' ? '' : String(value ?? '');
}

function isInternal(tag: Fields): boolean {
  return readText(tag, 'visibility') === 'internal' || readText(tag, 'name').startsWith('#');
}

function nameById(row: Fields): [string, string] {
  return [readText(row, 'id'), readText(row, 'name')];
}

function namesByPost(rows: Fields[], column: string, names: Map<string, string>): Map<string, string[]> {
  const sorted = rows.toSorted((one, other) => Number(one['sort_order'] ?? 0) - Number(other['sort_order'] ?? 0));
  const posts = [...rowsBy(sorted, 'post_id')];
  return new Map(posts.map(([post, links]) => [post, links.flatMap((row) => names.get(readText(row, column)) || [])]));
}

function knownTimeZone(name: string | undefined): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name || 'UTC' }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

function* notesOf(place: string, tables: Tables, blog: Blog): Generator<SourceItem, void> {
  const left = LEFT_OUT.map((name) => ({ name, count: tables.rows(name).length })).filter(({ count }) => count > 0);
  if (left.length > 0) {
    const names = left.map(({ name, count }) => `${name} (${count})`).join(', ');
    yield { kind: 'notes', place, reason: `These tables are not imported: ${names}.` };
  }
  const isImage = (value: unknown) => typeof value === 'string' && value.includes('__GHOST_URL__/content/');
  const hasImages = tables.rows('posts').some((row) => Object.values(row).some(isImage));
  if (blog.url === '' && hasImages) {
    const reason = 'The export does not contain the URL of the blog, which its images need: pass it with --old-url.';
    yield { kind: 'notes', place, reason };
  }
}

function fitting(row: Fields, blog: Blog): SourceItem {
  const slug = readText(row, 'slug');
  const isPage = readText(row, 'type') === 'page' || readTruth(row['page']) === true;
  const place = `${isPage ? 'page' : 'post'} ${(slug || readText(row, 'title')).slice(0, 60)}`.trim();
  try {
    checkDepth(row);
    return toItem(row, { slug, place, isPage }, blog);
  } catch (error) {
    return refuseItem(place, error);
  }
}

function toItem(row: Fields, { slug, place, isPage }: Omit<Known, 'key'>, blog: Blog): SourceItem {
  const key = readText(row, 'uuid') || readText(row, 'id') || slug;
  if (key === '') return { kind: 'refused', place, reason: 'It has no uuid, id or slug.' };
  return toPost(row, { key, slug, place, isPage }, blog);
}

interface Known {
  key: string;
  slug: string;
  place: string;
  isPage: boolean;
}

function toPost(row: Fields, { key, slug, place, isPage }: Known, blog: Blog): PostItem {
  const withUrl = (text: string) => text.replace(OWN_URL, (_all, slash: string) => blog.url + slash || '/');
  const own = (name: string) => withUrl(readText(row, name));
  const { html, notes } = withoutCards(own('html'));
  const created = readTime(row, 'published_at') ?? readTime(row, 'created_at');
  // Ghost shows the day in the time zone of the blog.
  const date = created && dayIn(blog.timeZone, created);
  const unread = whyUnread(row);
  const isScheduled = readText(row, 'status') === 'scheduled';
  const isDated = created !== undefined;
  const whyHidden = whyDraft(row, { isDated, isPrivate: blog.isPrivate }) ?? unread;
  const id = readText(row, 'id');
  const tags = [...new Set((blog.tags.get(id) ?? []).map((name) => shorten(name, postFields.tags.max)))];
  const { most } = postFields.tags;
  const authors = blog.authors.get(id) ?? [blog.users.get(readText(row, 'author_id')) ?? ''];
  const fitting = fittingTitle(readText(row, 'title') || slug || 'Untitled');
  const excerpt = readText(row, 'custom_excerpt');
  return {
    kind: 'post',
    place,
    slug: toId(slug) || toId(fitting.title) || 'post',
    url: blog.url,
    aliases: addressesOf(blog, { slug, isPage, date, created }),
    text: html === '' ? { markdown: own('markdown') } : { html },
    draftBecause: whyHidden ?? (isScheduled ? SCHEDULED_REASON : undefined),
    fields: LEFT_COLUMNS.filter((column) => readText(row, column) !== ''),
    meta: metaOfGhost(own, blog.meta.get(id)?.[0] ?? {}, withUrl),
    notes: [
      ...fitting.notes,
      ...notes,
      ...(unread !== undefined && unread !== whyHidden ? [unread] : []),
      ...(tags.length > most ? [`${tags.length - most} of its tags are left out.`] : []),
      ...(hasCode(row) ? ['Its code injection is left out.'] : []),
    ],
    post: {
      sourceKey: `ghost:${key}`,
      ...(isPage && { kind: 'page' as const }),
      title: fitting.title,
      date,
      created_at: created,
      updated_at: readTime(row, 'updated_at'),
      status: whyHidden === undefined ? 'published' : 'draft',
      ...(whyHidden === undefined && { publishAt: choosePublishAt({ date, created, isScheduled }) }),
      ...(whyHidden === undefined && isScheduled && { wasScheduled: true }),
      pinned: readTruth(row['featured']) === true,
      tags: tags.slice(0, most),
      author: shorten(authors.join(', '), postFields.author.max),
      ...(excerpt !== '' && { excerpt: shorten(excerpt, postFields.excerpt.max) }),
      cover: own('feature_image') || own('image'),
    },
  };
}

/** Pages have their slug as the address, whatever the pattern of posts is. */
function addressesOf(
  { path, permalink }: Blog,
  post: { slug: string; isPage: boolean; date: string | undefined; created: string | undefined },
): string[] {
  const { slug, isPage, date, created } = post;
  if (slug === '') return [];
  const facts = { slug, name: slug, fileName: slug, title: slug, date, created, sections: [], categories: [] };
  const address = permalink === undefined || isPage ? undefined : fillPermalink(permalink, facts);
  return [...(address === undefined ? [] : [path + address]), `${path}/${slug}/`];
}

/** In doubt a post is a draft: a draft can be published later, but a publication cannot be undone. */
function whyDraft(row: Fields, { isDated, isPrivate }: { isDated: boolean; isPrivate: boolean }): string | undefined {
  const status = readText(row, 'status');
  const visibility = readText(row, 'visibility');
  if (status === 'sent') return 'It was sent by e-mail only.';
  if (status !== 'published' && status !== 'scheduled') return `Its status is ${status || 'not known'}.`;
  if (visibility !== '' && visibility !== 'public')
    return `Only some readers may see it: its visibility is ${visibility}.`;
  if (isPrivate) return 'The whole blog was private.';
  if (GATED.test(readText(row, 'html'))) return 'A part of it is for members only.';
  if (status === 'scheduled' && !isDated) return 'It was scheduled for no date.';
  return undefined;
}

/** Why the text of a post cannot be read: it is only in the format of the editor. */
function whyUnread(row: Fields): string | undefined {
  if (readText(row, 'html') !== '' || readText(row, 'markdown') !== '') return undefined;
  const format = formatOf(readText(row, 'lexical'), readText(row, 'mobiledoc'));
  if (format === undefined) return undefined;
  return `It has no HTML, and Octavo does not read ${format}: open and save it in Ghost, and export again.`;
}

/** The format with a text; undefined if there is none, as in a new draft. */
function formatOf(lexical: string, mobiledoc: string): string | undefined {
  if (/"text"\s*:\s*"[^"]|"type"\s*:\s*"(?!root"|paragraph"|text"|extended-text")/.test(lexical)) return 'lexical';
  return /"cards"\s*:\s*\[\s*\[|,\s*\d+\s*,\s*"[^"]/.test(mobiledoc) ? 'mobiledoc' : undefined;
}

function hasCode(row: Fields): boolean {
  return readText(row, 'codeinjection_head') !== '' || readText(row, 'codeinjection_foot') !== '';
}
