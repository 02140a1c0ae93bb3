import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';

import { readConfig } from '../../server/config/config.ts';
import { compareWithLibrary, type Consistency } from '../../server/media/consistency.ts';
import { openStorage } from '../../server/storage/files/open-storage.ts';
import type { MediaStorage } from '../../server/storage/files/storage.ts';
import { picture } from './files.ts';
import { ready, start, type Started } from './started.ts';
import { withDatabase } from './stored.ts';
import { until } from './until.ts';

/** A service that is killed again and again. */
export interface UploadFaultsOptions {
  rounds: number;
  /** The working directory of the service; DATABASE_URL and MEDIA_URL of `env` name absolute paths. */
  cwd: string;
  env: Record<string, string> & { DATABASE_URL: string; MEDIA_URL: string };
  /** Milliseconds between the first answered upload of a round and the kill. */
  killAfter: (round: number) => number;
}

/** The counts of requests, and the findings. */
export interface UploadFaults {
  uploads: { sent: number; acknowledged: number };
  replacements: { sent: number; acknowledged: number };
  deletions: { sent: number; acknowledged: number };
  /** Acknowledged uploads that are gone, and acknowledged deletions that are not. */
  lost: number;
  undeleted: number;
  /** After each start: files without row that nothing removes, and rows without file. */
  wrong: { loose: number; missing: number };
  /** At the end, when all jobs are done. */
  end: Consistency;
  /** Incomplete files that are left at the end. */
  incomplete: number;
}

const PASSWORD = 'correct horse battery';
const UPLOADERS = 3;
/** Files that are never deleted. */
const KEPT = 2;

/** Uploads, replaces and deletes images, kills the service in between, and checks what is left, in several rounds. */
export async function killWhileUploading({ rounds, cwd, env, killAfter }: UploadFaultsOptions): Promise<UploadFaults> {
  const storage = await openStorage(readConfig(env), pino({ level: 'silent' }));
  const work = createWork();
  const wrong = { loose: 0, missing: 0 };
  let token: string | undefined;
  for (let round = 0; round < rounds; round++) {
    const service = startService(cwd, env);
    const url = await ready(service);
    token ??= await signIn(url);
    const { loose, missing } = await compare(env, storage);
    wrong.loose += loose.count;
    wrong.missing += missing.count;
    const before = work.uploads.acknowledged;
    const working = work.run(url, token);
    await Promise.race([until(() => work.uploads.acknowledged > before), service.ended]);
    await Promise.race([sleep(killAfter(round)), service.ended]);
    service.process.kill('SIGKILL');
    await Promise.all([service.ended, working]);
  }
  const service = startService(cwd, env);
  await service.url;
  await keepTrying(env);
  const end = await compare(env, storage);
  const ids = await idsIn(env);
  const incoming = storage.fileOf ? storage.incoming : join(cwd, basename(storage.incoming));
  // They are deleted after the start, which does not wait for it.
  const countIncomplete = async () => (await readdir(incoming)).length;
  await until(async () => (await countIncomplete()) === 0).catch(() => undefined);
  const incomplete = await countIncomplete();
  service.process.kill('SIGTERM');
  await service.ended;
  const { uploads, replacements, deletions, acknowledged, deleted, doubtful } = work;
  return {
    uploads,
    replacements,
    deletions,
    lost: [...acknowledged].filter((id) => !ids.has(id) && !doubtful.has(id)).length,
    undeleted: [...deleted].filter((id) => ids.has(id)).length,
    wrong,
    end,
    incomplete,
  };
}

function startService(cwd: string, env: Record<string, string>): Started {
  return start(cwd, { ...env, TMPDIR: cwd, ADMIN_PASSWORD: PASSWORD, SITE: 'off' });
}

function createWork() {
  const newCount = () => ({ sent: 0, acknowledged: 0 });
  const [uploads, replacements, deletions] = [newCount(), newCount(), newCount()];
  /** Ids of files that are there, of those that are deleted, and of those whose deletion was not answered. */
  const [acknowledged, deleted, doubtful] = [new Set<string>(), new Set<string>(), new Set<string>()];

  async function send(url: string, headers: Record<string, string>, height: number): Promise<{ id: string } | null> {
    // Each has other bytes, and a smaller version.
    const image = await picture(330 + uploads.sent + replacements.sent, height)
      .png()
      .toBuffer();
    const body = new FormData();
    body.append('file', new Blob([image]), 'photo.png');
    const response = await fetch(url, { method: 'POST', headers, body });
    const { media } = (await response.json()) as { media?: { id: string } };
    return media ?? null;
  }

  async function upload(url: string, headers: Record<string, string>): Promise<void> {
    uploads.sent += 1;
    const media = await send(`${url}/api/media/upload`, headers, 200);
    if (!media) return;
    uploads.acknowledged += 1;
    acknowledged.add(media.id);
  }

  async function replace(url: string, headers: Record<string, string>, over: AbortSignal): Promise<void> {
    over.throwIfAborted();
    // The oldest, which is not deleted at the same time.
    const [id] = acknowledged;
    if (acknowledged.size <= KEPT) return sleep(20);
    replacements.sent += 1;
    if (await send(`${url}/api/media/${id}/replace`, headers, 100)) replacements.acknowledged += 1;
  }

  async function remove(url: string, headers: Record<string, string>, over: AbortSignal): Promise<void> {
    over.throwIfAborted();
    // The newest, whose smaller version is just being made.
    const id = [...acknowledged].at(-1)!;
    if (acknowledged.size <= KEPT) return sleep(20);
    deletions.sent += 1;
    acknowledged.delete(id);
    doubtful.add(id);
    const { ok } = await fetch(`${url}/api/media/${id}`, { method: 'DELETE', headers });
    if (!ok) throw new Error('A file was not deleted.');
    deletions.acknowledged += 1;
    deleted.add(id);
    await sleep(150);
  }

  return {
    uploads,
    replacements,
    deletions,
    acknowledged,
    deleted,
    doubtful,
    async run(url: string, token: string): Promise<void> {
      const headers = { authorization: `Bearer ${token}` };
      const over = new AbortController();
      const uploading = Array.from({ length: UPLOADERS }, () => untilGone(() => upload(url, headers)));
      const changing = [replace, remove].map((change) => untilGone(() => change(url, headers, over.signal)));
      await Promise.all(uploading);
      over.abort();
      await Promise.all(changing);
    },
  };
}

async function untilGone(work: () => Promise<void>): Promise<void> {
  try {
    for (;;) await work();
  } catch {
    // The process was killed, and the connection with it.
  }
}

async function signIn(url: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ password: PASSWORD });
  const response = await fetch(`${url}/api/admin/login`, { method: 'POST', headers, body });
  return ((await response.json()) as { token: string }).token;
}

function compare({ DATABASE_URL }: UploadFaultsOptions['env'], storage: MediaStorage): Promise<Consistency> {
  return withDatabase(DATABASE_URL, ({ kysely }) => compareWithLibrary(kysely, storage));
}

async function idsIn({ DATABASE_URL }: UploadFaultsOptions['env']): Promise<Set<string>> {
  const rows = await withDatabase(DATABASE_URL, ({ kysely }) => kysely.selectFrom('media').select('id').execute());
  return new Set(rows.map(({ id }) => id));
}

/** A job that was running has a lease of 10 s. */
function keepTrying({ DATABASE_URL }: UploadFaultsOptions['env']): Promise<void> {
  return withDatabase(DATABASE_URL, async ({ kysely }) => {
    const waiting = kysely.selectFrom('jobs').select('id').where('kind', 'in', ['media.remove', 'media.sizes']);
    while ((await waiting.limit(1).execute()).length > 0) await sleep(100);
  });
}
