import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

import { PASSWORD } from './service.ts';
import { lineOf, start } from './started.ts';
import { freshAddress } from './visitors.ts';

/** What was seen of a service whose database was overwritten under load. */
export interface Overwritten {
  /** Writes that were acknowledged before, and of those that began after the copy was complete. */
  acknowledged: { before: number; after: number };
  /** The statuses of writes that began after the copy. */
  statuses: Record<number, number>;
  ready: number;
  health: { status: number; ok: boolean | undefined };
  /** The lines of the log about the database. */
  lines: string[];
  exit: number | string;
  /** Whether the file is byte for byte what was copied. */
  isUntouched: boolean;
}

/** The number of clients that write comments, and of those that write posts long enough for frequent checkpoints. */
const COMMENTERS = 4;
const AUTHORS = 3;
/** How many writes each client begins after the copy. */
const AFTERWARDS = 3;

/**
 * Starts the service, lets clients write, and copies another database over its file.
 *
 * @param options.other the database that is copied
 * @param options.copyAfter milliseconds from the first acknowledged write
 */
export async function overwriteUnderLoad(options: {
  cwd: string;
  file: string;
  other: string;
  copyAfter: number;
}): Promise<Overwritten> {
  const { cwd, file, other, copyAfter } = options;
  const service = start(cwd, { DATABASE_URL: `sqlite:${file}`, ADMIN_PASSWORD: PASSWORD });
  const url = await service.url;
  let token = '';
  ({ token } = (await send('/api/admin/login', { password: PASSWORD })).body as { token: string });
  const seen = { acknowledged: { before: 0, after: 0 }, statuses: {} as Record<number, number> };
  const begun = Promise.withResolvers<void>();
  let isCopied = false;
  let number = 0;

  const clients = [
    ...Array.from({ length: COMMENTERS }, () =>
      keepWriting(() => send('/api/posts/gb-note/comments', { author: 'Ann', content: `comment ${number++}` })),
    ),
    ...Array.from({ length: AUTHORS }, () =>
      keepWriting(() => {
        const id = `post-${number++}`;
        return send('/api/posts', { id, title: id, content: `word ${number} `.repeat(4000) });
      }),
    ),
  ];
  await begun.promise;
  await wait(copyAfter);
  execFileSync('cp', [other, file]);
  isCopied = true;

  await Promise.all(clients);

  const ready = (await fetch(`${url}/readyz`)).status;
  const health = await send('/api/admin/health');
  await lineOf(service, /overwritten/);
  service.process.kill('SIGTERM');
  const exit = await service.ended;
  return {
    ...seen,
    ready,
    health: { status: health.status, ok: (health.body as { database?: { ok: boolean } }).database?.ok },
    lines: service.output().split('\n').filter(isAboutDatabase),
    exit,
    isUntouched: readFileSync(file).equals(readFileSync(other)),
  };

  async function keepWriting(write: () => Promise<{ status: number }>): Promise<void> {
    for (let after = 0; after < AFTERWARDS;) {
      const isAfter = isCopied;
      const { status } = await write();
      if (isAfter) {
        after += 1;
        seen.statuses[status] = (seen.statuses[status] ?? 0) + 1;
      }
      if (status < 300) {
        seen.acknowledged[isAfter ? 'after' : 'before'] += 1;
        begun.resolve();
      }
    }
  }

  async function send(path: string, body?: object) {
    const answer = await fetch(url + path, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        ...freshAddress(),
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      },
    });
    return { status: answer.status, body: (await answer.json()) as unknown };
  }
}

/** Lines above the level "info", except for that of a blog without an address. */
function isAboutDatabase(line: string): boolean {
  return /"level":[4-6]0/.test(line) && !line.includes('no site address');
}
