import { sitePathOf } from '../../../shared/site-address.ts';
import { newestPosts, type FeedPost } from '../../../routers/posts/feed.ts';
import { findAuthors } from '../../../routers/posts/bylines.ts';
import type { AuthorShape } from '../../../routers/taxonomy/authors/schemas.ts';
import type { CallContext } from '../../../routers/core/context.ts';
import { readLook } from '../../../routers/taxonomy/named.ts';
import type { NameKind } from '../../../routers/taxonomy/schemas.ts';
import type { Settings } from '../../../routers/data/settings/schemas.ts';
import { localeFor, translate } from '../locales.ts';
import { authorPath, postPath } from '../../process/paths.ts';
import { absolute } from '../render/absolute.ts';
import { forFeed } from '../render/feed-html.ts';
import { sharedCover, type SharedPicture } from '../pages/covers.ts';
import type { Renderer } from '../render/markdown.ts';
import { showImages } from '../render/show-images.ts';
import { inTurns } from './in-turns.ts';
import type { FeedContext } from './feed-context.ts';

/** The content of all three feeds. URLs are absolute. */
export interface Feed {
  base: string;
  title: string;
  description: string;
  language: string;
  author: string;
  /** The author of the site, or its title. */
  publisher: string;
  /** The last change of any of the posts. */
  updated: Date;
  items: FeedItem[];
}

export interface FeedItem {
  url: string;
  /** The URL of the original if it is elsewhere, or "". */
  original: string;
  title: string;
  published: Date;
  updated: Date;
  /** Plain text. */
  summary: string;
  /** HTML; null for a protected post. */
  content: string | null;
  /** Its URL is "" without one. */
  cover: SharedPicture;
  tags: string[];
  /** The authors of the post; none for that of the site. */
  authors: FeedAuthor[];
}

export interface FeedAuthor {
  name: string;
  /** Of their page. */
  url?: string;
}

/** What the posts of a feed have in common. */
export type FeedName = { kind: NameKind; name: string } | { kind: 'author'; name: string; author: AuthorShape };

/**
 * Collects the newest posts.
 *
 * @param startedAt when the service started, the date of a feed without posts
 * @param named the tag, the category or the author that the posts have; absent: any posts
 */
export async function collect(
  { call, base }: FeedContext,
  renderer: Renderer,
  startedAt: Date,
  named?: FeedName,
): Promise<Feed> {
  const settings = await call.settings.current();
  const { language, author, feedItems } = settings;
  const { title, description } = named ? await feedHead(call, settings, named) : settings;
  const posts = await newestPosts(call, feedItems, named);
  const authors = await findAuthors(call.em, [...new Set(posts.flatMap((post) => post.authors))]);
  const names = new Map(authors.map(({ id, name }) => [id, name]));
  const items = await inTurns(posts, (post) => toItem(post, { call, base }, { site: settings, names }, renderer));
  const latest = Math.max(...items.map((item) => item.updated.getTime()));
  const updated = items.length > 0 ? new Date(latest) : startedAt;
  const publisher = author || settings.title;
  return { base, title, description, language, author, publisher, updated, items };
}

async function feedHead(call: CallContext, { language, title }: Settings, named: FeedName) {
  const { name, bio } = named.kind === 'author' ? named.author : { name: named.name, bio: null };
  const about = translate(localeFor(language), `list.${named.kind}`, { name });
  const description = named.kind === 'author' ? bio! : (await readLook(call, named.kind, name)).description;
  return { title: `${about} · ${title}`, description };
}

async function toItem(
  post: FeedPost,
  context: FeedContext,
  { site, names }: { site: Settings; names: ReadonlyMap<string, string> },
  renderer: Renderer,
): Promise<FeedItem> {
  const { base } = context;
  const url = `${base}${postPath(post.id)}`;
  const isProtected = post.protected === 1;
  const content = isProtected
    ? null
    : absolute(forFeed(await feedHtml(post, context, site, renderer)), url, sitePathOf(base));
  return {
    url,
    original: post.canonicalUrl === url ? '' : post.canonicalUrl,
    title: post.title,
    published: publishedAt(post),
    updated: new Date(post.updated_at),
    summary: isProtected && post.excerpt === '' ? translate(localeFor(site.language), 'feed.protected') : post.excerpt,
    content,
    cover: await sharedCover(context.call, post.cover, base),
    authors: feedAuthors(post, names, base),
    tags: [...new Set([post.category, ...post.tags].filter((name) => name !== ''))],
  };
}

function feedAuthors(post: FeedPost, names: ReadonlyMap<string, string>, base: string): FeedAuthor[] {
  const named = post.authors.flatMap((id) => {
    const name = names.get(id);
    return name === undefined ? [] : [{ name, url: base + authorPath(id) }];
  });
  return named.length === 0 && post.author !== '' ? [{ name: post.author }] : named;
}

async function feedHtml(
  post: FeedPost,
  { call, base }: FeedContext,
  site: Settings,
  renderer: Renderer,
): Promise<string> {
  const { siteUrl, language } = site;
  const { html, isProvisional } = await renderer.render(post.content, { site: siteUrl, language, post: post.id });
  if (isProvisional) call.reply.isProvisional = true;
  return showImages(call, html, { origin: base });
}

/** Half a day, and the largest offset of a time zone from UTC. */
const HALF_A_DAY_ANYWHERE = (12 + 14) * 3_600_000;

/**
 * A post with another date than its creation counts from the beginning of that day; a scheduled one from its
 * publication. The date of an imported post may be in any time zone.
 */
function publishedAt({ date, created_at, publish_at, isImported }: FeedPost): Date {
  if (publish_at !== null && publish_at > created_at) return new Date(publish_at);
  const noon = Date.parse(`${date}T12:00:00.000Z`);
  // Versions before 2.22 stored years below 1000 without zeros before them, and the year 10000.
  if (Number.isNaN(noon)) return new Date(publish_at ?? created_at);
  const distance = Math.abs(Date.parse(created_at) - noon);
  const isOfDate = isImported ? distance <= HALF_A_DAY_ANYWHERE : created_at.startsWith(date);
  return new Date(isOfDate ? created_at : `${date}T00:00:00.000Z`);
}

/** The paths of the page that a feed belongs to, and of the feed itself. */
export interface FeedPaths {
  page: string;
  self: string;
}
