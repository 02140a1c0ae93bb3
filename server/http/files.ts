import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

import { VERSION } from '../../shared/version.ts';
import { compressed, encodingFor, type Encoding } from '../reads/encodings.ts';
import { answerValidated, tagOf } from './caching.ts';
import type { Context } from './request-state.ts';
import { parseQuery } from './target.ts';

/** A file that pages load, also in compressed encodings. */
export interface File {
  /** Such as `.css`; Koa knows its Content-Type. */
  extension: string;
  bodies: ReadonlyMap<Encoding, Buffer>;
  tag: string;
  /** Whether browsers may cache it forever: always, or when the URL contains the version. */
  lasting: 'always' | 'by version' | 'never';
}

/** Sends a file. */
export function answerFile(ctx: Context, { extension, bodies, tag, lasting }: File): void {
  const isLasting = lasting === 'always' || (lasting === 'by version' && namesVersion(ctx));
  const preferred = encodingFor(ctx.req.headers['accept-encoding']);
  const encoding = bodies.has(preferred) ? preferred : 'identity';
  ctx.type = extension;
  ctx.set('Cache-Control', isLasting ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate');
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
  ctx.body = bodies.get(encoding);
  answerValidated(ctx, encoding === 'identity' ? tag : tag.replace(/"$/, `-${encoding}"`));
}

/**
 * Makes a file, compressed in advance. The extension of its name determines the type.
 *
 * @param lasting whether browsers may cache it forever
 */
export async function fileOf(name: string, body: Buffer, lasting: File['lasting']): Promise<File> {
  const bodies = new Map<Encoding, Buffer>([['identity', body]]);
  if (!/\.(?:png|woff2)$/.test(name)) {
    for (const encoding of ['br', 'gzip'] as const) bodies.set(encoding, await compressed(encoding, body));
  }
  return { extension: extname(name), bodies, tag: tagOf(body), lasting };
}

/**
 * Reads a file from a folder that also contains `<name>.br` and `<name>.gz`. Its name changes with its content.
 */
export async function builtFile(folder: string, name: string): Promise<File> {
  const read = (ending: string) => readFile(join(folder, name + ending));
  const [body, br, gzip] = await Promise.all([read(''), read('.br'), read('.gz')]);
  const bodies = new Map<Encoding, Buffer>([
    ['identity', body],
    ['br', br],
    ['gzip', gzip],
  ]);
  return { extension: extname(name), bodies, tag: tagOf(body), lasting: 'always' };
}

function namesVersion({ querystring }: Context): boolean {
  return parseQuery(querystring)['v'] === VERSION;
}
