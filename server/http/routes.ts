import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import type { Layer, Router } from '@koa/router';
import type { Next } from 'koa';
import { LRUCache } from 'lru-cache';

import { appError } from '../../routers/base/errors.ts';
import type { CacheableRead } from './cacheable-read.ts';
import type { Context, ErrorFormat, RequestState } from './request-state.ts';
import { decodePart, readTarget, type Target } from './target.ts';

const require = createRequire(import.meta.url);
// Imported as ES modules they would also load fetch, 10 MB that the service does not need.
const { Router: KoaRouter } = require('@koa/router') as typeof import('@koa/router');
const { METHODS } = require('node:http') as typeof import('node:http');

/** The path and query of a request, undecoded, and the decoded parameters of its route. */
export interface ReadTarget extends Target {
  params: Record<string, string>;
}

/** Finds the cacheable read of a target; null or an error leaves the request to the handler. */
export type Resolver = (target: ReadTarget) => CacheableRead | null;

/** A cacheable read with its label for log and metrics. */
export type RoutedRead = CacheableRead & { route: string; forAnyOrigin?: boolean };

export type Handler = (ctx: Context, next: Next) => unknown;

export interface RouteOptions {
  /** For GET: finds the read that the read cache answers in place of the handler. */
  resolve?: Resolver | undefined;
  /** How errors are written; as JSON when absent. */
  errors?: ErrorFormat;
  /** Whether paths that only this route has count as unknown when it does not answer. */
  isFallback?: boolean;
  /** Whether pages of every origin may load the response, without credentials (docs/interface.md, H21). */
  forAnyOrigin?: boolean;
}

/** The routes of the service. Each folder adds its own; the read cache and Koa look them up. */
export interface Routes {
  router: Router<RequestState>;
  /**
   * Adds a route. The first match wins, so literal paths are added before parameters.
   *
   * @param method GET includes HEAD; `*` stands for all
   * @param path as @koa/router reads it; one trailing slash is accepted
   */
  add(method: string, path: string, handler: Handler, options?: RouteOptions): void;
  /** Adds a route for GET that only the read cache answers: requests without a read are 404. */
  addRead(path: string, options: RouteOptions & { resolve: Resolver }): void;
  /** Finds the cacheable read that a request names; null for every other request. */
  resolve(req: IncomingMessage): RoutedRead | null;
  /** How errors are written at a path; null without a route. */
  errorsAt(path: string): ErrorFormat | null;
  /** Middleware: answers OPTIONS, and 405 for methods that no route of the path has. */
  otherMethods: Handler;
}

/** How many URLs are remembered with their read, and how long each may be: parsing takes longer than all other steps. */
const MAX_URLS = 5_000;
const MAX_URL_LENGTH = 500;

/** @param json writes errors as JSON */
export function createRoutes(json: ErrorFormat): Routes {
  const router: Router<RequestState> = new KoaRouter({ sensitive: true });
  const optionsOf = new Map<Layer<RequestState>, RouteOptions & { label: string }>();
  const known = new LRUCache<string, RoutedRead>({ max: MAX_URLS });

  function find(req: IncomingMessage): RoutedRead | null {
    const target = readTarget(req);
    const [layer] = router.match(target.path, 'GET').pathAndMethod;
    const { resolve, forAnyOrigin = false, label: route = '' } = (layer && optionsOf.get(layer)) ?? {};
    if (!layer || !resolve) return null;
    const captures = layer.captures(target.path);
    captures.forEach(decodePart);
    const read = resolve({ ...target, params: layer.params(target.path, captures) });
    return read && { route, forAnyOrigin, ...read };
  }

  /** Without fallbacks. */
  function owned(layers: readonly Layer<RequestState>[]): Layer<RequestState>[] {
    return layers.filter((layer) => optionsOf.get(layer)?.isFallback !== true);
  }

  const add: Routes['add'] = (method, path, handler, options = {}) => {
    const label = `${method} ${path.replace(/^([^{]*)\{.*\}/, '$1').replaceAll(/[:*](\w+)/g, '{$1}')}`;
    const run: Handler = (ctx, next) => {
      ctx.state.route = label;
      ctx.state.forAnyOrigin = options.forAnyOrigin;
      // The router leaves malformed percent-encoding as it is.
      ctx.captures?.forEach(decodePart);
      return handler(ctx, next);
    };
    const layer = router.register(path, method === '*' ? METHODS : [method], run);
    optionsOf.set(layer as Layer<RequestState>, { ...options, label });
  };

  return {
    router,
    add,
    addRead: (path, options) => add('GET', path, (_, next) => next(), options),
    resolve(req) {
      const { method, url = '' } = req;
      // A batch whose responses are streamed is not cached.
      if ((method !== 'GET' && method !== 'HEAD') || req.headers['trpc-accept'] !== undefined) return null;
      const before = known.get(url);
      if (before) return before;
      const read = orNull(() => find(req));
      if (read && url.length <= MAX_URL_LENGTH) known.set(url, read);
      return read;
    },
    errorsAt(path) {
      const [layer] = owned(router.match(path, 'GET').path);
      return layer ? (optionsOf.get(layer)?.errors ?? json) : null;
    },
    otherMethods(ctx, next) {
      const matched = owned(ctx.matched ?? []);
      const [layer] = matched;
      const methods = matched.flatMap((one) => one.methods.toReversed());
      // A handler may have called next().
      if (!layer || methods.includes(ctx.method)) return next();
      ctx.state.route = optionsOf.get(layer)?.label;
      return answerOtherMethod(ctx, methods);
    },
  };
}

/** Ignores errors, which the handler reports later. */
function orNull<T>(find: () => T | null): T | null {
  try {
    return find();
  } catch {
    return null;
  }
}

/**
 * Answers OPTIONS at a path that supports these methods.
 *
 * @throws METHOD_NOT_ALLOWED for every other method
 */
export function answerOtherMethod(ctx: Context, methods: readonly string[]): void {
  const allow = [...new Set(methods), 'OPTIONS'].join(', ');
  ctx.set('Allow', allow);
  if (ctx.method !== 'OPTIONS') throw appError('METHOD_NOT_ALLOWED', `This URL supports ${allow} only.`);
  ctx.status = 204;
}
