import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';

import { appError } from '../../routers/base/errors.ts';
import { urlOfPath } from '../../routers/media/files.ts';
import { findOtherPlace, findReplacement, type OtherPlace } from '../../routers/media/redirects.ts';
import { sharedPath, WIDTHS } from '../../routers/data/files/size-paths.ts';
import { EVERYTHING } from '../storage/changes.ts';
import { answerValidated, isUnchanged, tagOf } from '../http/validators.ts';
import { textErrors } from '../http/errors.ts';
import type { Context, PolicyChanges, RequestState } from '../http/request-state.ts';
import type { Routes } from '../http/routes.ts';
import type { Steps } from '../http/steps.ts';
import { countRead } from '../http/request-context.ts';
import type { Services } from '../../routers/core/context.ts';
import type { Changes } from '../storage/changes.ts';
import type { Metrics } from '../http/metrics.ts';
import type { MediaFiles } from './media.ts';
import { rangeIn } from './byte-range.ts';
import { createSharedImages, sharedStemIn } from './shared-images.ts';
import { kindOfPath } from '../storage/files/kinds.ts';

/** The maximum size of a file that is cached in memory, and of all of them together, in bytes. */
const MAX_KEPT = { file: 512 * 1024, all: 32 * 1024 * 1024 };
const ROUTE = '/media/:year/:month/:file';
const LABEL = 'GET /media/{year}/{month}/{file}';

const served = new RegExp(
  `^/media/(\\d{4}/\\d{2}/[a-z0-9-]+-[0-9a-f]{8}(?:-(?:${WIDTHS.join('|')})(?=\\.webp$))?\\.[a-z0-9]{2,4})$`,
);

/** The headers of a file. */
interface Description {
  tag: string;
  /** Names and values in turn. */
  headers: readonly string[];
  /** The kind of image; absent for other files. */
  image: PolicyChanges['image'];
}

/** A small file as it is sent. */
interface KeptFile extends Description {
  body: Buffer;
  /** All headers of a response, those that every response has included. They depend on the site address. */
  ready: { siteUrl: string; whole: string[]; unchanged: string[] } | null;
}

/** Answers requests for small files at once. */
export interface ServedMedia {
  /** @returns false when something else has to answer */
  answerFromMemory(req: IncomingMessage, res: ServerResponse, headers: Steps['headers']): boolean;
}

/** Serves uploaded files: they never change, and everybody may load them from everywhere. */
export function addMedia(
  { add }: Routes,
  { services, media, metrics, changes }: { services: Services; media: MediaFiles; metrics: Metrics; changes: Changes },
): ServedMedia {
  const { storage } = media;
  const shared = createSharedImages(services, media);
  const kept = new LRUCache<string, KeptFile>({
    maxSize: MAX_KEPT.all,
    sizeCalculation: ({ body }) => body.length + 1000,
  });
  let removals = 0;
  const isVerbose = services.log.isLevelEnabled('debug');
  changes.listen((tags) => {
    if (!tags.includes('media') && !tags.includes(EVERYTHING)) return;
    removals += 1;
    kept.clear();
  });

  async function answer(ctx: Context, path: string): Promise<void> {
    const { state, req } = ctx;
    const before = removals;
    const found = await storage.head(path).catch(storageUnavailable);
    if (!found) return answerMissing(ctx, path);
    const { bytes } = found;
    const description = describe(path, bytes);
    const { tag, headers } = description;
    state.policy = policyOf(description);
    for (let at = 0; at < headers.length; at += 2) ctx.set(headers[at]!, headers[at + 1]!);
    if (isUnchanged(req.headers, tag)) {
      ctx.status = 304;
      return;
    }
    // A range of HEAD is none (RFC 9110, section 14.2).
    const range = ctx.method === 'HEAD' ? null : rangeIn(req.headers, bytes, tag);
    if (range === 'unsatisfiable') {
      ctx.set('Content-Range', `bytes */${bytes}`);
      ctx.status = 416;
      ctx.remove('Cache-Control');
      ctx.body = null;
      ctx.status = 416;
      return;
    }
    if (range) ctx.set('Content-Range', `bytes ${range.start}-${range.end}/${bytes}`);
    const length = range ? range.end - range.start + 1 : bytes;
    ctx.status = range ? 206 : 200;
    ctx.length = length;
    if (ctx.method === 'HEAD') return;
    // An empty file has no range that could be requested.
    const stream = await storage.get(path, range ?? undefined).catch(storageUnavailable);
    if (!stream) return answerMissing(ctx, path);
    if (range || bytes > MAX_KEPT.file) {
      ctx.body = stream;
    } else {
      const body = await buffer(stream).catch(storageUnavailable);
      // It may have been removed since it was read.
      if (removals === before) kept.set(path, { ...description, body, ready: null });
      ctx.body = body;
    }
    ctx.length = length;
  }

  async function answerMissing(ctx: Context, path: string): Promise<void> {
    // Limits how often a client searches the storage and the database.
    await countRead(services, ctx.state);
    const place = await findOtherPlace(services.em.fork(), path);
    if (place === null) throw appError('NOT_FOUND', 'There is no file at this URL.');
    redirect(ctx, place);
  }

  /** It depends on the focal point, so that no one may keep it for ever. */
  async function answerShared(ctx: Context, stem: string): Promise<void> {
    await countRead(services, ctx.state);
    const body = await shared.find(stem);
    const other = body ? null : await findReplacement(services.em.fork(), stem);
    if (other !== null) return redirect(ctx, { path: sharedPath(other), isPermanent: true });
    if (!body) throw appError('NOT_FOUND', 'There is no file at this URL.');
    ctx.state.policy = { image: 'raster' };
    ctx.type = 'image/jpeg';
    ctx.set('Cache-Control', 'public, max-age=86400');
    ctx.body = body;
    answerValidated(ctx, tagOf(body));
  }

  add(
    'GET',
    ROUTE,
    (ctx, next) => {
      const stem = sharedStemIn(ctx.path);
      if (stem !== undefined) return answerShared(ctx, stem);
      const path = served.exec(ctx.path)?.[1];
      return path === undefined || !kindOfPath(path) ? next() : answer(ctx, path);
    },
    { errors: textErrors(services), forAnyOrigin: true },
  );

  /** The headers depend on nothing else: the same are sent each time. */
  function readyOf(req: IncomingMessage, file: KeptFile, headersOf: Steps['headers']) {
    const siteUrl = services.settings.siteUrl();
    if (file.ready?.siteUrl === siteUrl) return file.ready;
    const common = headersOf({ req, reply: {}, policy: policyOf(file), forAnyOrigin: true });
    const unchanged = [...common, ...file.headers];
    file.ready = { siteUrl, unchanged, whole: [...unchanged, 'Content-Length', String(file.body.length)] };
    return file.ready;
  }

  return {
    answerFromMemory(req, res, headersOf) {
      const { method, url = '', headers } = req;
      if (!url.startsWith('/media/') || (method !== 'GET' && method !== 'HEAD')) return false;
      const file = kept.get(url.slice('/media/'.length));
      if (!file || headers.range !== undefined) return false;
      const { whole, unchanged } = readyOf(req, file, headersOf);
      const isSame = isUnchanged(headers, file.tag);
      res.writeHead(isSame ? 304 : 200, isSame ? unchanged : whole);
      res.end(isSame || method === 'HEAD' ? undefined : file.body);
      metrics.hit(LABEL);
      if (isVerbose) services.log.debug({ method, route: LABEL }, 'from memory');
      return true;
    },
  };
}

function redirect(ctx: Context, { path, isPermanent }: OtherPlace): void {
  ctx.redirect(urlOfPath(path));
  ctx.status = isPermanent ? 301 : 302;
  ctx.set('Cache-Control', 'public, max-age=0, must-revalidate');
}

/** An image that is opened by itself is a document. */
function policyOf({ image }: Description): RequestState['policy'] {
  return image && { image };
}

/** The headers of a file, as names and values in turn. */
function describe(path: string, bytes: number): Description {
  const { mime, kind } = kindOfPath(path)!;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const [, hash, width = ''] = /-([0-9a-f]{8})(-\d+)?\.\w+$/.exec(name) ?? [];
  const tag = `"${hash}${width}.${bytes.toString(36)}"`;
  return {
    tag,
    image: kind === 'image' ? (mime === 'image/svg+xml' ? 'svg' : 'raster') : undefined,
    headers: [
      'Content-Type',
      mime,
      'Cache-Control',
      'public, max-age=31536000, immutable',
      'ETag',
      tag,
      'Accept-Ranges',
      'bytes',
      ...(kind === 'file' ? ['Content-Disposition', `attachment; filename="${name}"`] : []),
    ],
  };
}

function storageUnavailable(error: unknown): never {
  throw appError('SERVICE_UNAVAILABLE', 'The file cannot be read at the moment.', { retryAfter: 10, cause: error });
}
