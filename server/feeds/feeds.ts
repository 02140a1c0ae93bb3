import { setImmediate } from 'node:timers/promises';

import type { Services } from '../../routers/context.ts';
import { tagOf } from '../http/caching.ts';
import { textErrors } from '../http/errors.ts';
import type { ReadTarget, Routes } from '../http/routes.ts';
import { withoutSlash } from '../http/target.ts';
import type { CacheableRead } from '../reads/cacheable-read.ts';
import type { Renderer } from '../render/markdown.ts';
import { atom } from './atom.ts';
import { collect } from './collect.ts';
import { discovery } from './discovery.ts';
import { jsonFeed } from './json-feed.ts';
import { changeTimes } from './change-times.ts';
import { rss } from './rss.ts';
import { sitemap, sitemapPart } from './sitemap.ts';
import type { FeedContext } from './feed-context.ts';

/** One route: its media type and how its text is made. */
interface Source {
  path: string;
  type: string;
  /** @param part of a large sitemap, from 1 */
  write(context: FeedContext, part: number): Promise<string>;
}

/** Adds feeds, sitemap, robots.txt and the discovery documents: what programs read of the site. */
export function addFeeds({ add }: Routes, services: Services, renderer: Renderer): void {
  const { clock, settings } = services;
  const changedAt = changeTimes(clock);
  const errors = textErrors(services);

  function read({ type, write }: Source, { path: target, params: { part = '1' } }: ReadTarget): CacheableRead | null {
    if (!/^[1-9]\d{0,5}$/.test(part)) return null;
    const path = withoutSlash(target);
    return {
      key: `feed ${path}`,
      limit: null,
      tags: ['posts', 'settings'],
      containsAbsoluteUrls: true,
      async render(call) {
        const base = settings.siteUrl() || call.request.ownOrigin;
        const body = await write({ call, base }, Number(part));
        await setImmediate();
        const tag = tagOf(body);
        // What is sent is some megabytes with long texts: hashing it is enough for one turn of the event loop.
        await setImmediate();
        return { type: `${type}; charset=utf-8`, body, tag, modified: changedAt(path, tag) };
      },
    };
  }

  for (const source of sources(renderer, new Date(clock.now()))) {
    const options = { resolve: (target: ReadTarget) => read(source, target) };
    // What the read cache does not answer is not there.
    add('GET', source.path, (_, next) => next(), source.path.startsWith('/api/') ? options : { ...options, errors });
  }
}

function sources(renderer: Renderer, startedAt: Date): Source[] {
  const feed = async (context: FeedContext) => collect(context, renderer, startedAt);
  const rssSource = { type: 'application/rss+xml', write: async (context: FeedContext) => rss(await feed(context)) };
  const mapSource = { type: 'application/xml', write: sitemap };
  const manifest = { type: 'application/json', write: (context: FeedContext) => discovery(context, startedAt) };
  return [
    { path: '/feed.xml', ...rssSource },
    { path: '/api/feed.xml', ...rssSource },
    { path: '/atom.xml', type: 'application/atom+xml', write: async (context) => atom(await feed(context)) },
    { path: '/feed.json', type: 'application/feed+json', write: async (context) => jsonFeed(await feed(context)) },
    { path: '/sitemap.xml', ...mapSource },
    { path: '/api/sitemap.xml', ...mapSource },
    { path: '/sitemap-:part.xml', type: 'application/xml', write: sitemapPart },
    { path: '/robots.txt', type: 'text/plain', write: robots },
    { path: '/.well-known/ard.json', ...manifest },
    { path: '/.well-known/ai-catalog.json', ...manifest },
  ];
}

function robots({ base }: FeedContext): Promise<string> {
  return Promise.resolve(
    `User-agent: *\nAllow: /\n\nSitemap: ${base}/sitemap.xml\n# Agentmap: ${base}/.well-known/ard.json\n`,
  );
}
