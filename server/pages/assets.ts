import { readdir, readFile } from 'node:fs/promises';
import type { Context } from 'koa';

import { release } from '../../release.ts';
import { answerValidated, tagOf } from '../http/caching.ts';
import { parseQuery, readTarget } from '../http/target.ts';
import { compressed, encodingFor, type Encoding } from '../reads/encodings.ts';
import { openBundle } from './bundle.ts';
import { locales } from './messages.ts';

const types: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
};

/** A file that pages load, in the encodings that are shorter. */
interface File {
  type: string;
  bodies: ReadonlyMap<Encoding, Buffer>;
  tag: string;
  /** Whether browsers may keep it for ever once the address names the release. */
  versioned: boolean;
}

/** Finds a file by path: a fixed list, so that no path leads anywhere else. */
export type Files = (path: string) => Promise<File | undefined>;

/** The files of the site. They are read, and bundled when they are not yet, for the first who asks for one. */
export function openFiles(): Files {
  let files: Promise<Map<string, File>> | undefined;
  return async (path) => {
    if (!path.startsWith('/assets/') && path !== '/sw.js') return undefined;
    files ??= load();
    files.catch(() => (files = undefined));
    return (await files).get(path);
  };
}

/** Sends a file. */
export function answerFile(ctx: Context, { type, bodies, tag, versioned }: File): void {
  const isLasting = versioned && parseQuery(readTarget(ctx.req).query)['v'] === release;
  const wanted = encodingFor(ctx.req.headers['accept-encoding']);
  const encoding = bodies.has(wanted) ? wanted : 'identity';
  ctx.set('Content-Type', type);
  ctx.set('Cache-Control', isLasting ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate');
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
  ctx.body = bodies.get(encoding);
  answerValidated(ctx, encoding === 'identity' ? tag : tag.replace(/"$/, `-${encoding}"`));
}

async function load(): Promise<Map<string, File>> {
  const { 'sw.js': worker = '', ...bundle } = await openBundle();
  const texts = Object.entries(bundle).map(([name, text]) => [name, Buffer.from(text)] as const);
  const words = locales.map(({ name, messages }) => [`${name}.json`, Buffer.from(JSON.stringify(messages))] as const);
  const assets = [...texts, ...words, ...(await icons())].map(
    async ([name, body]) => [`/assets/${name}`, await fileOf(name, body, true)] as const,
  );
  return new Map([
    ...(await Promise.all(assets)),
    ['/sw.js', await fileOf('sw.js', Buffer.from(worker), false)] as const,
  ]);
}

async function icons(): Promise<(readonly [string, Buffer])[]> {
  const folder = new URL('../../client/site/icons/', import.meta.url);
  const names = await readdir(folder);
  return Promise.all(names.map(async (name) => [name, await readFile(new URL(name, folder))] as const));
}

async function fileOf(name: string, body: Buffer, versioned: boolean): Promise<File> {
  const bodies = new Map<Encoding, Buffer>([['identity', body]]);
  if (!name.endsWith('.png')) {
    for (const encoding of ['br', 'gzip'] as const) bodies.set(encoding, await compressed(encoding, body));
  }
  return { type: types[name.split('.').at(-1) ?? ''] ?? 'text/plain', bodies, tag: tagOf(body), versioned };
}
