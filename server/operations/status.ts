import { askService, askVersion } from '../storage/claim/ask-service.ts';
import { readConfig } from '../config/config.ts';
import { readEnvironment } from '../config/environment.ts';
import { readInstance } from '../storage/claim/instance-file.ts';
import type { NotReady } from '../api/health.ts';
import { shownHost, unixSocketOf } from '../config/host.ts';
import { sqliteFileOf, withoutPassword } from '../storage/database/database-url.ts';

/** The status of a service. */
export interface Status {
  url: string;
  ready: boolean | null;
  /** Why it is not ready, in one sentence; null if it is, or does not say. */
  problem: string | null;
  version: string | null;
  pid: number | null;
  database: string | null;
}

/**
 * Asks a service whether it is ready.
 *
 * @param url its URL; without it the service of the configuration, whose address is beside its SQLite file
 * @throws BadConfig
 */
export async function readStatus(url?: string): Promise<Status> {
  if (url !== undefined) {
    const { ready, problem } = await readReadiness(url);
    return { url, ready, problem, version: ready === null ? null : await askVersion(url), pid: null, database: null };
  }
  const { databaseUrl, host, port } = readConfig(readEnvironment());
  const file = sqliteFileOf(databaseUrl);
  const instance = file === null ? null : await readInstance(file);
  const isSocket = unixSocketOf(host) !== null;
  const address = instance?.url || (isSocket ? host : `http://${shownHost(host)}:${port}`);
  const { ready, problem } = await readReadiness(address);
  return {
    url: address,
    ready,
    problem,
    version: ready === null ? null : (instance?.version ?? (await askVersion(address))),
    pid: ready === null ? null : (instance?.pid ?? null),
    database: file === null ? withoutPassword(databaseUrl) : `sqlite:${file}`,
  };
}

/** Asks `/readyz`; `ready` is null when nothing answers. */
async function readReadiness(url: string): Promise<Pick<Status, 'ready' | 'problem'>> {
  const answer = await askService(url, '/readyz').catch(() => null);
  if (answer === null) return { ready: null, problem: null };
  return { ready: answer.ok, problem: answer.ok ? null : problemIn(answer.body) };
}

/** A proxy, or an older version, sends another body. */
function problemIn(body: string): string | null {
  const [, reason = ''] = /"reason":"(\w+)"/.exec(body) ?? [];
  return REASONS[reason as keyof typeof REASONS] ?? null;
}

const REASONS: Record<NotReady, string> = {
  STOPPING: 'It is stopping.',
  DATABASE_AWAY: 'Its database does not answer; octavo doctor says more.',
  DATABASE_READ_ONLY: 'Its database accepts no writes; octavo doctor says more.',
  DATABASE_FILE: 'Its database file was moved, replaced or damaged; the log of the service says more.',
  DATABASE_FOREIGN:
    'At the address of its database is another, an empty or an older one; the log of the service says more.',
};
