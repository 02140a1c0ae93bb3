import { createHash, randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import BetterSqlite3 from 'better-sqlite3';

import { clientAddress, headerOf, send } from '../test/support/plain-http.ts';
import type { Octavo } from './octavo.ts';
import { slugAt, targets } from './seed-rows.ts';

const MEBIBYTE = 2 ** 20;
/** The size of each uploaded file. */
const FILE_BYTES = 2 * MEBIBYTE;

/** Adds uploaded files of random bytes to a seeded blog. @returns their URLs */
export async function addUploads(file: string, folder: string, mebibytes: number): Promise<string[]> {
  const count = Math.round((mebibytes * MEBIBYTE) / FILE_BYTES);
  const database = new BetterSqlite3(file);
  const insert =
    database.prepare(`insert into media (id, url, name, alt, kind, created_at, path, mime, bytes, hash, sizes)
    values (?, ?, ?, '', 'file', '2026-01-01T00:00:00.000Z', ?, 'application/pdf', ?, ?, '[]')`);
  const urls: string[] = [];
  for (let number = 0; number < count; number++) {
    const content = randomBytes(FILE_BYTES);
    const hash = createHash('sha256').update(content).digest('hex');
    const path = `2026/01/file-${number}-${hash.slice(0, 8)}.pdf`;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
    insert.run(`f-${number}`, `/media/${path}`, `file-${number}.pdf`, path, FILE_BYTES, hash);
    urls.push(`/media/${path}`);
  }
  database.exec('delete from touched');
  database.close();
  return urls;
}

/** Public URLs of the blog beside its files, none of which shows what is written during the backup. */
export function publicUrls(posts: number): string[] {
  const ids = Array.from({ length: 500 }, (_, at) => slugAt(Math.floor((at * posts) / 500)));
  return [
    '/',
    '/archive',
    '/feed.xml',
    '/atom.xml',
    '/feed.json',
    '/sitemap.xml',
    '/robots.txt',
    '/llms.txt',
    '/nowhere',
    ...Array.from({ length: 100 }, (_, page) => `/api/posts?pageSize=100&page=${page + 1}`),
    ...[targets.rareWord, targets.commonWord].map((word) => `/api/search?q=${word}`),
    `/api/posts?tag=${targets.tag}`,
    ...ids.flatMap((id) => [`/posts/${id}`, `/api/posts/${id}`, `/api/posts/${id}/comments`]),
  ];
}

/** Status, type, ETag and the hash of the body, by URL. */
export async function answersAt({ url }: Octavo, paths: readonly string[]): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const [number, path] of paths.entries()) {
    const answer = await send(url + path, { headers: clientAddress(200, number) });
    const hash = createHash('sha256').update(answer.body).digest('hex');
    answers.set(path, [answer.status, headerOf(answer, 'content-type'), headerOf(answer, 'etag'), hash].join(' '));
  }
  return answers;
}

/** A comment that the service answered with 201. */
interface Acknowledged {
  content: string;
  /** When it was sent and answered, by `performance.now()`. */
  sent: number;
  answered: number;
}

/** Visitors who write one comment after the other into the guestbook. */
export interface Load {
  acknowledged: Acknowledged[];
  /** Answers with another status than 201, and how often each. */
  others: Map<number, number>;
  /** Milliseconds that each health check took, with its time. */
  checks: { at: number; took: number }[];
  stop(): Promise<void>;
}

/** @param rate comments a second */
export function startLoad({ url }: Octavo, rate: number): Load {
  const load: Load = { acknowledged: [], others: new Map(), checks: [], stop };
  const running = new Set<Promise<void>>();
  let number = 0;
  const track = (work: Promise<void>) => running.add(work.finally(() => running.delete(work)));
  const writing = setInterval(() => track(write(number++)), 1000 / rate);
  const checking = setInterval(() => track(check()), 100);

  async function write(at: number): Promise<void> {
    const content = `During the backup ${at}`;
    const sent = performance.now();
    const headers = clientAddress(100 + ((at >> 16) & 63), at & 0xffff);
    const json = { author: 'Ann', content };
    const { status } = await send(`${url}/api/posts/gb-note/comments`, { method: 'POST', headers, json }).catch(() => ({
      status: 0,
    }));
    if (status === 201) load.acknowledged.push({ content, sent, answered: performance.now() });
    else load.others.set(status, (load.others.get(status) ?? 0) + 1);
  }

  async function check(): Promise<void> {
    const at = performance.now();
    await send(`${url}/readyz`).catch(() => undefined);
    load.checks.push({ at, took: performance.now() - at });
  }

  async function stop(): Promise<void> {
    clearInterval(writing);
    clearInterval(checking);
    await Promise.all(running);
  }

  return load;
}
