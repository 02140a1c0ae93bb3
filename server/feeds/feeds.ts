import { getTRPCErrorFromUnknown } from '@trpc/server';
import type { Context, Next } from 'koa';

import type { Services } from '../../routers/context.ts';
import { describeDatabaseError } from '../../routers/database-errors.ts';
import type { Config } from '../config.ts';
import type { RequestState } from '../http/request-state.ts';
import { allowCaching, answerValidated, tagOf } from '../http/caching.ts';
import { answerInWords } from '../http/in-words.ts';
import { isRead } from '../http/read-only.ts';
import { readPath } from '../http/target.ts';
import type { Renderer } from '../render/markdown.ts';
import { admitVisitor, type Visitor } from '../visitor.ts';
import { atom } from './atom.ts';
import { collect } from './collect.ts';
import { discovery } from './discovery.ts';
import { jsonFeed } from './json-feed.ts';
import { changeTimes } from './change-times.ts';
import { rss } from './rss.ts';
import { sitemap, sitemapPart } from './sitemap.ts';

/** One address: its media type and how its text is made. */
interface Source {
  type: string;
  write(visitor: Visitor): Promise<string>;
}

/** Feeds, sitemap, robots.txt and the discovery documents: what programs read of the site. */
export function feeds(services: Services, { cdnMaxAge }: Config, renderer: Renderer) {
  const sourceAt = sources(renderer, new Date(services.clock.now()));
  const changedAt = changeTimes(services.clock);

  async function answer(ctx: Context, path: string, { type, write }: Source): Promise<void> {
    const visitor = await admitVisitor(services, ctx);
    const body = await write(visitor);
    ctx.type = `${type}; charset=utf-8`;
    ctx.body = body;
    if (!visitor.hasSiteAddress) {
      ctx.set('Cache-Control', 'no-store');
      return;
    }
    allowCaching(ctx, cdnMaxAge);
    const tag = tagOf(body);
    answerValidated(ctx, tag, changedAt(path, tag));
  }

  return async (ctx: Context, next: Next): Promise<void> => {
    const path = readPath(ctx.req);
    const source = sourceAt(path);
    if (!source) return next();
    (ctx.state as RequestState).route = `GET ${path}`;
    try {
      if (isRead(ctx)) await answer(ctx, path, source);
    } catch (error) {
      if (path.startsWith('/api/')) throw error;
      answerInWords(ctx, describeDatabaseError(getTRPCErrorFromUnknown(error), services.log));
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
    `User-agent: *\nAllow: /\n\nSitemap: ${base}/sitemap.xml\nAgentmap: ${base}/.well-known/ard.json\n`,
  );
}
