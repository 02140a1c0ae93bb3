import BetterSqlite3 from 'better-sqlite3';
import { Client } from 'pg';

import { clientAddress, send } from '../../test/support/plain-http.ts';
import { KINDS, THREAD, type Kind, type Target, type WriteRecord } from './writers.ts';

/** What became of the writes that left something of their own. */
export interface Found {
  kinds: Record<Kind, { sent: number; acknowledged: number; refused: number }>;
  lost: number;
  doubled: number;
  /** Import calls of which only a part is there. */
  half: number;
}

/** Counts, over HTTP, how much of each write is there. */
export async function checkRecords(target: Target, records: readonly WriteRecord[]): Promise<Found> {
  const counts = tally([...(await exported(target)), ...(await comments(target))]);
  const kinds = Object.fromEntries(KINDS.map((kind) => [kind, countsOf(records, kind)])) as Found['kinds'];
  const found: Found = { kinds, lost: 0, doubled: 0, half: 0 };
  for (const { keys, outcome, kind } of records) {
    const there = keys.map((key) => counts.get(key) ?? 0);
    found.doubled += there.filter((count) => count > 1).length;
    if (outcome === 'acknowledged') found.lost += there.filter((count) => count === 0).length;
    if (kind === 'import' && there.includes(0) && there.some((count) => count > 0)) found.half += 1;
  }
  const { sent, acknowledged, refused } = kinds.like;
  const likes = await likesOf(target);
  found.lost += Math.max(0, acknowledged - likes);
  found.doubled += Math.max(0, likes - (sent - refused));
  return found;
}

/**
 * Looks into the database itself.
 *
 * @returns its faults, one sentence each
 */
export function checkDatabase(url: string): Promise<string[]> {
  return url.startsWith('sqlite:') ? checkSqlite(url.slice('sqlite:'.length)) : checkPostgres(url);
}

/** Rows that must go together, each query counting those that do not. */
const PAIRS = {
  'posts without their search index': `select count(*) as n from posts
    where protected = 0 and not exists (select 1 from post_search s where s.post_key = posts.key)
      and not exists (select 1 from threads where threads.post_key = posts.key)`,
  'search index without its post': `select count(*) as n from post_search
    where not exists (select 1 from posts p where p.key = post_search.post_key)`,
  'threads without comments': `select count(*) as n from threads
    where not exists (select 1 from comments where comments.post_key = threads.post_key)`,
  'posts that share a version': `select count(*) as n from
    (select version from posts group by version having count(*) > 1) as shared`,
  'posts above the counter of versions': `select count(*) as n from posts
    where version > (select value from sequences where name = 'version')`,
};

async function checkSqlite(file: string): Promise<string[]> {
  const database = new BetterSqlite3(file, { readonly: true });
  const integrity = database.pragma('integrity_check', { simple: true }) as string;
  const broken = (database.pragma('foreign_key_check') as unknown[]).length;
  const pairs = Object.entries(PAIRS).map(([what, sql]) => ({ what, n: (database.prepare(sql).get() as Row).n }));
  database.close();
  return [
    ...(integrity === 'ok' ? [] : [`integrity_check: ${integrity}`]),
    ...(broken === 0 ? [] : [`${broken} broken foreign keys`]),
    ...sentences(pairs),
  ];
}

interface Row {
  n: number;
}

async function checkPostgres(connectionString: string): Promise<string[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const pairs = [];
    for (const [what, sql] of Object.entries(PAIRS)) {
      pairs.push({ what, n: Number((await client.query<Row>(sql)).rows[0]?.n) });
    }
    return sentences(pairs);
  } finally {
    await client.end();
  }
}

function sentences(pairs: { what: string; n: number }[]): string[] {
  return pairs.filter(({ n }) => n !== 0).map(({ what, n }) => `${n} ${what}`);
}

function countsOf(records: readonly WriteRecord[], kind: Kind) {
  const own = records.filter((record) => record.kind === kind);
  const having = (outcome: WriteRecord['outcome']) => own.filter((record) => record.outcome === outcome).length;
  return { sent: own.length, acknowledged: having('acknowledged'), refused: having('refused') };
}

function tally(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** The ids of posts, and the source keys of those that were imported. */
async function exported(target: Target): Promise<string[]> {
  const keys: string[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const page: { posts: { id: string; sourceKey: string | null }[]; cursor?: string } = await read(
      target,
      `/api/admin/export?cursor=${cursor}`,
    );
    keys.push(...page.posts.map(({ id, sourceKey }) => sourceKey ?? id));
    cursor = page.cursor;
  }
  return keys;
}

async function comments(target: Target): Promise<string[]> {
  const texts: string[] = [];
  for (let page = 1, total = 1; texts.length < total; page++) {
    const answer: { comments: { content: string }[]; total: number } = await read(
      target,
      `/api/comments?pageSize=100&page=${page}`,
      page,
    );
    if (answer.comments.length === 0) break;
    texts.push(...answer.comments.map(({ content }) => content));
    total = answer.total;
  }
  return texts;
}

async function likesOf(target: Target): Promise<number> {
  return (await read<{ post: { likes: number } }>(target, `/api/posts/${THREAD}`)).post.likes;
}

async function read<T>(target: Target, path: string, visitor = 0): Promise<T> {
  const headers = { authorization: `Bearer ${target.token}`, ...clientAddress(255, visitor) };
  const { status, body } = await send(target.url + path, { headers });
  if (status !== 200) throw new Error(`${path} answered ${status}: ${body.toString()}`);
  return JSON.parse(body.toString()) as T;
}
