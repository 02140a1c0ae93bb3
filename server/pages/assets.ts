import { readFileSync } from 'node:fs';
import type { Context } from 'koa';

import { release } from '../../release.ts';
import { answerValidated, tagOf } from '../http/caching.ts';
import { parseQuery, readTarget } from '../http/target.ts';

const types = {
  'icon.svg': 'image/svg+xml',
  'site.css': 'text/css; charset=utf-8',
  'site.js': 'text/javascript; charset=utf-8',
};

interface File {
  type: string;
  body: Buffer;
  tag: string;
  /** Whether browsers may keep it for ever once the address names the release. */
  versioned: boolean;
}

/** The files of the site by path: a fixed list, read once, so that no path leads anywhere else. */
export function assets(): (path: string) => File | undefined {
  const names = Object.keys(types) as (keyof typeof types)[];
  const files = new Map<string, File>(
    names.map((name) => [`/assets/${name}`, fileOf(types[name], read(name), { versioned: true })]),
  );
  const worker = `const CACHE = 'octavo-${release}';\n${read('sw.js').toString()}`;
  files.set('/sw.js', fileOf(types['site.js'], Buffer.from(worker), { versioned: false }));
  return (path) => files.get(path);
}

/** Sends a file. */
export function answerFile(ctx: Context, { type, body, tag, versioned }: File): void {
  const isLasting = versioned && parseQuery(readTarget(ctx.req).query)['v'] === release;
  ctx.set('Content-Type', type);
  ctx.set('Cache-Control', isLasting ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate');
  ctx.body = body;
  answerValidated(ctx, tag);
}

function fileOf(type: string, body: Buffer, { versioned }: { versioned: boolean }): File {
  return { type, body, tag: tagOf(body), versioned };
}

function read(name: string): Buffer {
  return readFileSync(new URL(`../../client/site/${name}`, import.meta.url));
}
