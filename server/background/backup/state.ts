import type { Kysely } from 'kysely';
import { z } from 'zod';

import type { Tables } from '../../../entities/index.ts';
import type { HealthFacts } from '../../../routers/core/health-facts.ts';
import { stateOfPlace } from '../../storage/identity/place.ts';
import { backupPlaceName, explainBackupPlace, markedPlace, openBackups, type BackupConfig } from './place.ts';

/** The kind and the key of the job that makes backups: there is one, for all instances. */
export const BACKUP_JOB = 'backup';

/** The state of the backups; it is stored with the job, and replaced with it. */
export const backupState = z.object({
  /** Where they are; a backup is due when that changes. */
  place: z.string(),
  /** When the last one that succeeded was begun. */
  lastAt: z.iso.datetime().nullable(),
  bytes: z.int().nullable(),
  /** How long it took. */
  seconds: z.number().nullable(),
  /** Why the last attempt failed; null if it did not. */
  problem: z.string().nullable(),
});

export type BackupState = z.output<typeof backupState>;

/** The last backup is too old when it is older than this many intervals, and an hour. */
const LATE = { intervals: 2, more: 60 * 60_000 };

/** The job of the backups; null without one, or when it was given up. */
export async function readBackupJob(db: Kysely<Tables>): Promise<{ state: BackupState; runAt: string } | null> {
  const row = await db
    .selectFrom('jobs')
    .select(['data', 'run_at'])
    .where('key', '=', BACKUP_JOB)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return row ? { state: backupState.parse(JSON.parse(row.data)), runAt: row.run_at } : null;
}

/** The backups as health shows them; null when none are configured. */
export async function backupFacts(
  db: Kysely<Tables>,
  config: BackupConfig,
  now: number,
): Promise<HealthFacts['backup']> {
  const place = backupPlaceName(config);
  if (place === null) return null;
  const job = await readBackupJob(db).catch(() => null);
  const { lastAt = null, bytes = null, problem = null } = job?.state.place === place ? job.state : {};
  const isOld = lastAt !== null && isTooOld(now - Date.parse(lastAt), config);
  const current = problem ?? (job === null ? null : await lostFolder(db, config));
  return { place, lastAt, bytes, ok: current === null && !isOld, problem: current };
}

/**
 * Whether a disk is not mounted any more is known before the next backup is due. A bucket is not asked, because it bills each
 * request; one that cannot be read is reported by the next backup.
 */
async function lostFolder(db: Kysely<Tables>, config: BackupConfig): Promise<string | null> {
  if (config.backupDir === null) return null;
  try {
    const place = (await openBackups(config))!;
    return explainBackupPlace(await stateOfPlace(db, markedPlace(place)), place.name);
  } catch {
    return null;
  }
}

/** @param age of the last backup, in milliseconds */
export function isTooOld(age: number, { backupEvery }: Pick<BackupConfig, 'backupEvery'>): boolean {
  return age > LATE.intervals * backupEvery + LATE.more;
}
