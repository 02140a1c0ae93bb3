import { readFile, rm } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';

import { kyselyOf } from '../../entities/kysely.ts';
import type { Services } from '../../routers/core/context.ts';
import { appError } from '../../routers/base/errors.ts';
import { SHARED } from '../../routers/data/files/size-paths.ts';
import { readFocus } from '../../routers/media/focus.ts';
import { stemBounds } from '../../routers/media/redirects.ts';
import { localCopy } from '../storage/files/local-copy.ts';
import { newFile } from '../storage/files/incoming.ts';
import type { MediaFiles } from './media.ts';

/** The maximum size of all that are kept in memory, in bytes. */
const MAX_KEPT = 16 * 1024 * 1024;
/** How many may be made or wait at a time. */
const MAX_WAITING = 20;
/** In milliseconds. */
const TIMEOUT = 60_000;
const PATH = /^\/media\/(\d{4}\/\d{2}\/[a-z0-9-]+-[0-9a-f]{8})-(\d+)\.jpg$/;
const MIDDLE = { x: 0.5, y: 0.5 };

/** The path, without the extension, of the upload that a URL shows in the size of link previews. */
export function sharedStemIn(url: string): string | undefined {
  const [, stem, width] = PATH.exec(url) ?? [];
  return Number(width) === SHARED.width ? stem : undefined;
}

/** Makes the images of link previews: JPEGs, since many services do not read WebP, cropped around the focal point. */
export interface SharedImages {
  /**
   * Each is made at its first request, and stays in memory while there is room.
   *
   * @param stem the path of an upload without its extension
   * @returns undefined when there is no such image
   * @throws SERVICE_UNAVAILABLE
   */
  find(stem: string): Promise<Buffer | undefined>;
}

export function createSharedImages(
  { em }: Pick<Services, 'em'>,
  { storage, inspector }: Pick<MediaFiles, 'storage' | 'inspector'>,
): SharedImages {
  const kept = new LRUCache<string, Buffer>({ maxSize: MAX_KEPT, sizeCalculation: (body) => body.length + 200 });
  const pending = new Map<string, Promise<Buffer>>();

  async function make(path: string, focus: { x: number; y: number }): Promise<Buffer> {
    const copy = await newFile(storage.incoming);
    const output = `${copy}-${SHARED.width}.jpg`;
    const signal = AbortSignal.timeout(TIMEOUT);
    try {
      const file = await localCopy(storage, path, copy, signal);
      const crop = { height: SHARED.height, focus };
      await inspector.makeSize({ file, output, width: SHARED.width, crop }, signal);
      return await readFile(output);
    } finally {
      await Promise.all([copy, output].map((one) => rm(one, { force: true })));
    }
  }

  /** Requests for one image share the work. */
  async function makeOnce(key: string, path: string, focus: { x: number; y: number }): Promise<Buffer> {
    const known = pending.get(key);
    if (known) return known;
    if (pending.size >= MAX_WAITING) throw unavailable();
    const making = make(path, focus).catch((error: unknown) => {
      throw unavailable(error);
    });
    pending.set(key, making);
    try {
      const body = await making;
      kept.set(key, body);
      return body;
    } finally {
      pending.delete(key);
    }
  }

  return {
    async find(stem) {
      const [from, to] = stemBounds(stem);
      const row = await kyselyOf(em.fork())
        .selectFrom('media')
        .select(['path', 'focus'])
        .where('path', '>', from)
        .where('path', '<', to)
        .where('kind', '=', 'image')
        .where('mime', '<>', 'image/svg+xml')
        .executeTakeFirst();
      if (!row?.path) return undefined;
      const key = `${row.path} ${row.focus ?? ''}`;
      return kept.get(key) ?? makeOnce(key, row.path, readFocus(row.focus) ?? MIDDLE);
    },
  };
}

function unavailable(cause?: unknown) {
  return appError('SERVICE_UNAVAILABLE', 'The image cannot be made at the moment.', { retryAfter: 10, cause });
}
