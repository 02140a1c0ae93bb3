import { setImmediate } from 'node:timers/promises';

import { getTRPCErrorFromUnknown } from '@trpc/server';
import type { Context, Next } from 'koa';

import type { Services } from '../../routers/context.ts';
import { describeDatabaseError } from '../../routers/database-errors.ts';
import { failureAnswer, setAnswer, wordsAnswer } from '../http/answer.ts';
import { tagOf } from '../http/caching.ts';
import type { RequestState } from '../http/request-state.ts';
import { isRead } from '../http/read-only.ts';
import { readPath, readTarget, withoutSlash } from '../http/target.ts';
import type { Finder } from '../reads/reading.ts';
import type { Renderer } from '../render/markdown.ts';
import { atom } from './atom.ts';
import { collect } from './collect.ts';
import { discovery } from './discovery.ts';
import { jsonFeed } from './json-feed.ts';
import { changeTimes } from './change-times.ts';
import { rss } from './rss.ts';
import { sitemap, sitemapPart } from './sitemap.ts';
import type { Visitor } from './visitor.ts';

/** One address: its media type and how its text is made. */
interface Source {
  type: string;
  write(visitor: Visitor): Promise<string>;
}

/** Feeds, sitemap, robots.txt and the discovery documents: what programs read of the site. */
export function feedReadings(services: Services, renderer: Renderer): Finder {
  const { clock, settings } = services;
  const sourceAt = sources(renderer, new Date(clock.now()));
  const changedAt = changeTimes(clock);

  return (path) => {
    const source = sourceAt(withoutSlash(path));
    if (!source) return null;
    return {
      key: `feed ${withoutSlash(path)}`,
      route: `GET ${withoutSlash(path)}`,
      limit: null,
      tags: ['posts', 'settings'],
      isSearch: false,
      isPersonal: false,
      isAbsolute: true,
      async make(call) {
        const base = settings.siteAddress() || call.request.ownOrigin;
        const body = await source.write({ call, base });
        await setImmediate();
        const tag = tagOf(body);
        // What is sent is some megabytes with long texts: hashing it is enough for one turn of the event loop.
        await setImmediate();
        return { type: `${source.type}; charset=utf-8`, body, tag, modified: changedAt(path, tag) };
      },
      fail(thrown) {
        const error = describeDatabaseError(getTRPCErrorFromUnknown(thrown), services);
        return path.startsWith('/api/') ? failureAnswer(error) : wordsAnswer(error);
      },
    };
  };
}

/** The same addresses with a method that does not read. */
export function feedMethods(find: Finder) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const reading = find(readPath(ctx.req), '');
    if (!reading) return next();
    (ctx.state as RequestState).route = reading.route;
    try {
      readTarget(ctx.req);
      isRead(ctx);
    } catch (error) {
      setAnswer(ctx, await reading.fail(error));
    }
  };
}

function sources(renderer: Renderer, startedAt: Date): (path: string) => Source | undefined {
  const feed = async (visitor: Visitor) => collect(visitor, renderer, startedAt);
  const rssSource = { type: 'application/rss+xml', write: async (visitor: Visitor) => rss(await feed(visitor)) };
  const mapSource = { type: 'application/xml', write: sitemap };
  const manifest = { type: 'application/json', write: (visitor: Visitor) => discovery(visitor, startedAt) };
  const fixed = new Map<string, Source>([
    ['/feed.xml', rssSource],
    ['/api/feed.xml', rssSource],
    ['/atom.xml', { type: 'application/atom+xml', write: async (visitor) => atom(await feed(visitor)) }],
    ['/feed.json', { type: 'application/feed+json', write: async (visitor) => jsonFeed(await feed(visitor)) }],
    ['/sitemap.xml', mapSource],
    ['/api/sitemap.xml', mapSource],
    ['/robots.txt', { type: 'text/plain', write: robots }],
    ['/.well-known/ard.json', manifest],
    ['/.well-known/ai-catalog.json', manifest],
  ]);
  return (path) => {
    const number = /^\/sitemap-([1-9]\d{0,5})\.xml$/.exec(path)?.[1];
    if (number === undefined) return fixed.get(path);
    return { type: 'application/xml', write: (visitor) => sitemapPart(visitor, Number(number)) };
  };
}

function robots({ base }: Visitor): Promise<string> {
  return Promise.resolve(
    `User-agent: *\nAllow: /\n\nSitemap: ${base}/sitemap.xml\n# Agentmap: ${base}/.well-known/ard.json\n`,
  );
}
