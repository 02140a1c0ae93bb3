import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip as gunzipCallback } from 'node:zlib';

import { Client } from 'pg';

import type { DatabaseKind } from './databases.ts';
import type { PublicAnswer } from './public-answers.ts';
import { newFolder } from './run.ts';
import type { Candidates } from './walk.ts';

/** The data that `bench/release.ts` stores about a version beside its database. */
export interface Recorded extends Filled {
  version: string;
  /** When the answers were read. */
  at: string;
  answers: Record<string, KeptAnswer>;
  /** The uploaded files in base64, by path. */
  files: Record<string, string>;
}

/** A response without the parts that change with every start or version. */
export interface KeptAnswer {
  status: number;
  headers: Record<string, string>;
  /** The text; the digest of other content. */
  body: string;
}

/** The credentials of a filled blog. */
export interface Filled {
  token: string;
  /** A token of a session that ended. */
  revoked: string;
  /** The secret of an API key, null for releases that have none. */
  key: string | null;
}

/** Values of the inputs of public procedures. */
export const KNOWN: Candidates = {
  id: ['harbour', 'day-1', 'sealed', 'gb-note'],
  ids: ['harbour,day-1,gb-note'],
  include: ['content,html,comments', 'html'],
  q: ['harbour'],
  search: ['harbour'],
  tag: ['sea'],
  tags: ['sea'],
  category: ['Travel'],
  pageSize: [100],
  page: [],
  from: [],
  to: [],
  sort: [],
  order: [],
  commentId: [],
  token: ['nothing'],
  cursor: [],
  before: [],
};

/** URLs that pages do not link to. */
export const FURTHER = [
  ...['/2019/04/imported.html', '/posts/before', '/posts/after', '/api/posts/before', '/about', '/api/pages/about'],
  ...['/api/posts?page=2&pageSize=3', '/api/posts/after', '/tags/%C3%84%20b'],
];

/** URLs of hidden content; their errors are stored, too. */
export const HIDDEN = ['drafted', 'later', 'gone', 'unfinished'].flatMap((id) => [
  `/api/posts/${id}`,
  `/posts/${id}`,
  `/api/posts/${id}/comments`,
]);

/** Whether answers at a URL are compared. Assets are the release's own, and native tRPC has the values of REST. */
export function isCompared(path: string): boolean {
  return !/^\/(trpc|assets|api\/openapi|api\/docs|embed)|\.(js|css|woff2?|webmanifest)(\?|$)/.test(path);
}

/** An answer as a fixture keeps it. */
export function keptAnswer({ status, headers, body }: PublicAnswer): KeptAnswer {
  const isText = /^text\/|json|xml/.test(headers['content-type'] ?? '');
  const names = ['content-type', 'cache-control', 'location'].filter((name) => name in headers);
  return {
    status,
    headers: Object.fromEntries(names.map((name) => [name, headers[name]!])),
    body: isText ? body.toString() : createHash('sha256').update(body).digest('hex'),
  };
}

const gunzip = promisify(gunzipCallback);
const folder = new URL('../releases/', import.meta.url);

/** The versions with fixtures, oldest first. */
export async function releases(): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return names.toSorted(new Intl.Collator('en', { numeric: true }).compare);
}

/** A database that a release has written, ready to be upgraded. */
export interface Restored extends Recorded {
  env: { DATABASE_URL: string; MEDIA_URL: string; SITE_URL: string };
}

/** Makes a new database and a folder of uploads with the content of a fixture. */
export async function restoreRelease(kind: DatabaseKind, version: string): Promise<Restored> {
  const read = async (name: string) => gunzip(await readFile(new URL(`${version}/${name}.gz`, folder)));
  const url = await kind.freshUrl();
  const isSqlite = kind.name === 'SQLite';
  if (isSqlite) await writeFile(url.replace('sqlite:', ''), await read('blog.db'));
  else await runSql(url, (await read('blog.sql')).toString());
  const recorded = JSON.parse((await read(isSqlite ? 'sqlite.json' : 'postgres.json')).toString()) as Recorded;
  const files = await newFolder();
  for (const [path, content] of Object.entries(recorded.files)) {
    await mkdir(dirname(join(files, path)), { recursive: true });
    await writeFile(join(files, path), content, 'base64');
  }
  return { ...recorded, env: { DATABASE_URL: url, MEDIA_URL: `file:${files}`, SITE_URL: 'https://blog.example' } };
}

async function runSql(url: string, statements: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statements);
  } finally {
    await client.end();
  }
}
