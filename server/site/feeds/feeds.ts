import { textErrors } from '../../http/errors.ts';
import type { Handler, ReadTarget, Routes } from '../../http/routes.ts';
import { withoutSlash } from '../../../shared/site-address.ts';
import type { CacheableRead } from '../../http/cacheable-read.ts';
import type { Renderer } from '../render/markdown.ts';
import { CARD_PATH, serverCard } from './server-card.ts';
import type { Services } from '../../../routers/core/context.ts';
import type { Changes } from '../../storage/changes.ts';
import { collect } from './collect.ts';
import { discovery } from './discovery.ts';
import { llmsTxt } from './llms-txt.ts';
import { changeTimes } from './change-times.ts';
import { sitemap, sitemapPart } from './sitemap.ts';
import type { FeedContext } from './feed-context.ts';
import { feedRead } from './feed-read.ts';
import { formats } from './formats.ts';

/** A route with its media type and renderer. */
interface Source {
  path: string;
  type: string;
  /** Whether pages of every origin may read it. */
  forAnyOrigin?: boolean;
  /** @param part of a large sitemap, from 1 */
  write(context: FeedContext, part: number): Promise<string>;
}

/**
 * Adds feeds, sitemap, robots.txt, llms.txt and the discovery documents.
 *
 * @param hasPages whether the reading site is served
 */
export function addFeeds(
  { add, addRead }: Routes,
  { services, renderer, changes }: { services: Services; renderer: Renderer; changes: Changes },
  hasPages: boolean,
): void {
  const { clock } = services;
  const changedAt = changeTimes(clock, changes);
  const errors = textErrors(services);

  function read({ type, write }: Source, { path: target, params: { part = '1' } }: ReadTarget): CacheableRead | null {
    if (!/^[1-9]\d{0,5}$/.test(part)) return null;
    return feedRead(withoutSlash(target), type, changedAt, (context) => write(context, Number(part)));
  }

  for (const source of sources(renderer, new Date(clock.now()), hasPages)) {
    const { path, forAnyOrigin = false } = source;
    const options = { resolve: (target: ReadTarget) => read(source, target), forAnyOrigin };
    addRead(path, path.startsWith('/api/') ? options : { ...options, errors });
  }
  for (const path of ALIASES) {
    const answer: Handler = (ctx) => {
      ctx.status = 301;
      ctx.redirect('/feed.xml');
    };
    add('GET', path, answer, { errors });
  }
}

/** Where other blogs have their feed. */
const ALIASES = ['/rss', '/feed'];

function sources(renderer: Renderer, startedAt: Date, hasPages: boolean): Source[] {
  const feeds = formats.map(({ file, type, write }) => ({
    path: `/${file}`,
    type,
    write: async (context: FeedContext) =>
      write(await collect(context, renderer, startedAt), { page: '/', self: `/${file}` }),
  }));
  const mapSource = { type: 'application/xml', write: sitemap };
  const manifest = { type: 'application/json', write: (context: FeedContext) => discovery(context, startedAt) };
  return [
    ...feeds,
    { ...feeds.find(({ path }) => path === '/feed.xml')!, path: '/api/feed.xml' },
    { path: '/sitemap.xml', ...mapSource },
    { path: '/api/sitemap.xml', ...mapSource },
    { path: '/sitemap-:part.xml', type: 'application/xml', write: sitemapPart },
    { path: '/robots.txt', type: 'text/plain', write: robots },
    { path: '/llms.txt', type: 'text/markdown', write: (context) => llmsTxt(context, hasPages) },
    { path: CARD_PATH, type: 'application/mcp-server-card+json', forAnyOrigin: true, write: serverCard },
    { path: '/.well-known/ard.json', ...manifest },
    { path: '/.well-known/ai-catalog.json', ...manifest },
  ];
}

function robots({ base }: FeedContext): Promise<string> {
  return Promise.resolve(
    `User-agent: *\nAllow: /\n\nSitemap: ${base}/sitemap.xml\n# Agentmap: ${base}/.well-known/ard.json\n`,
  );
}
