import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

import { VERSION } from '../../shared/version.ts';
import { compress, encodingFor, type Encoding } from './cache/encodings.ts';
import { answerValidated, tagOf } from './validators.ts';
import type { Context } from './request-state.ts';
import { parseQuery } from './target.ts';

/** A body, also in compressed encodings. */
export interface Encoded {
  bodies: ReadonlyMap<Encoding, Buffer>;
  /** Of the body that is not compressed. */
  tag: string;
}

/** A file that pages load. */
export interface File extends Encoded {
  /** Such as `.css`; Koa knows its Content-Type. */
  extension: string;
  /** Whether browsers may cache it forever: always, or when the URL contains the version. */
  lasting: 'always' | 'by version' | 'never';
}

/** Sends a file. */
export function answerFile(ctx: Context, { extension, lasting, ...file }: File): void {
  const isLasting = lasting === 'always' || (lasting === 'by version' && namesVersion(ctx));
  ctx.type = extension;
  ctx.set('Cache-Control', isLasting ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate');
  answerValidated(ctx, setBody(ctx, file));
}

/**
 * Sets the body in the encoding that the client prefers.
 *
 * @returns its tag
 */
export function setBody(ctx: Context, { bodies, tag }: Encoded): string {
  const preferred = encodingFor(ctx.req.headers['accept-encoding']);
  const encoding = bodies.has(preferred) ? preferred : 'identity';
  ctx.body = bodies.get(encoding);
  if (encoding === 'identity') return tag;
  ctx.set('Content-Encoding', encoding);
  return tag.replace(/"$/, `-${encoding}"`);
}

/** Bytes that are compressed as well as possible, in less than 0.1 s: the scripts and styles of every page. */
const MAX_BEST = 40_000;

/** Compresses a body in advance. */
export async function encodeBody(body: Buffer): Promise<Encoded> {
  const bodies = new Map<Encoding, Buffer>([['identity', body]]);
  const quality = body.length <= MAX_BEST ? 'best' : 'usual';
  for (const encoding of ['br', 'gzip'] as const) bodies.set(encoding, await compress(encoding, body, quality));
  return { bodies, tag: tagOf(body) };
}

/**
 * Makes a file, compressed in advance. The extension of its name determines the type.
 *
 * @param lasting whether browsers may cache it forever
 */
export async function makeFile(name: string, body: Buffer, lasting: File['lasting']): Promise<File> {
  // These formats are compressed themselves.
  const isPacked = /\.(?:png|woff2)$/.test(name);
  const content = isPacked
    ? { bodies: new Map([['identity', body] as const]), tag: tagOf(body) }
    : await encodeBody(body);
  return { extension: extname(name), lasting, ...content };
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
