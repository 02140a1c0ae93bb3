import { newestPosts, type FeedPost } from '../../routers/posts/feed.ts';
import type { Settings } from '../../routers/settings/schemas.ts';
import { localeFor, translate } from '../locales.ts';
import { postPath } from '../paths.ts';
import { absolute } from '../render/absolute.ts';
import { forFeed } from '../render/feed-html.ts';
import type { Renderer } from '../render/markdown.ts';
import { inTurns } from './in-turns.ts';
import type { FeedContext } from './feed-context.ts';

/** What all three feeds contain. URLs are absolute. */
export interface Feed {
  base: string;
  title: string;
  description: string;
  language: string;
  author: string;
  /** When one of the posts last changed. */
  updated: Date;
  items: FeedItem[];
}

export interface FeedItem {
  url: string;
  title: string;
  published: Date;
  updated: Date;
  /** Plain text. */
  summary: string;
  /** HTML; null for a protected post. */
  content: string | null;
  /** The URL of an image, or "". */
  cover: string;
  tags: string[];
}

/**
 * Gathers the newest posts.
 *
 * @param startedAt when the service started, the date of a feed without posts
 */
export async function collect({ call, base }: FeedContext, renderer: Renderer, startedAt: Date): Promise<Feed> {
  const settings = await call.settings.current();
  const { title, description, language, author, feedItems } = settings;
  const posts = await newestPosts(call, feedItems);
  const items = await inTurns(posts, (post) => itemOf(post, { call, base }, settings, renderer));
  const latest = Math.max(...items.map((item) => item.updated.getTime()));
  const updated = items.length > 0 ? new Date(latest) : startedAt;
  return { base, title, description, language, author, updated, items };
}

async function itemOf(post: FeedPost, context: FeedContext, site: Settings, renderer: Renderer): Promise<FeedItem> {
  const { base } = context;
  const url = `${base}${postPath(post.id)}`;
  const isProtected = post.protected === 1;
  const content = isProtected ? null : absolute(forFeed(await htmlOf(post, context, site, renderer)), url);
  return {
    url,
    title: post.title,
    published: publishedAt(post),
    updated: new Date(post.updated_at),
    summary: isProtected && post.excerpt === '' ? translate(localeFor(site.language), 'feed.protected') : post.excerpt,
    content,
    cover: post.cover === '' ? '' : new URL(post.cover, base).href,
    tags: [...new Set([post.category, ...post.tags].filter((name) => name !== ''))],
  };
}

async function htmlOf(post: FeedPost, { call }: FeedContext, site: Settings, renderer: Renderer): Promise<string> {
  const { siteUrl, language } = site;
  const { html, isProvisional } = await renderer.render(post.content, { site: siteUrl, language, post: post.id });
  if (isProvisional) call.reply.isProvisional = true;
  return html;
}

/**
 * A post dated on another day than the one on which it was written counts from that day's beginning, a scheduled one from
 * the moment at which it appeared.
 */
function publishedAt({ date, created_at, publish_at }: FeedPost): Date {
  if (publish_at !== null && publish_at > created_at) return new Date(publish_at);
  return new Date(created_at.startsWith(date) ? created_at : `${date}T00:00:00.000Z`);
}
