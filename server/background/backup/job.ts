import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../../entities/kysely.ts';
import type { Services } from '../../../routers/core/context.ts';
import { timestamp, type Clock } from '../../../routers/base/clock.ts';
import { isDatabaseFailure } from '../../../routers/base/database-errors.ts';
import { putJob } from '../../../routers/data/queue.ts';
import type { Consumer } from '../jobs/job.ts';
import { storageFailure } from '../../storage/files/copy-file.ts';
import type { BackupOutcome } from './child.ts';
import { backupPlaceName, backupRefusal, openBackups, type BackupConfig } from './place.ts';
import { runBackup } from './run.ts';
import { BACKUP_JOB, backupState, readBackupJob, type BackupState } from './state.ts';

/** Milliseconds after which a backup that failed is tried again, unless the next one is due before. */
const RETRY_AFTER = 10 * 60_000;

const FOREIGN = "the database contains what is not Octavo's, and octavo restore refuses backups with it; drop it";

const noBackup: Omit<BackupState, 'place'> = { lastAt: null, bytes: null, seconds: null, problem: null };

/**
 * Makes a backup, and puts the job of the next one in the place of its own. The lease of the job is that of the backup:
 * several instances make one at a time.
 */
export function backupConsumer(
  { em, clock, log }: Pick<Services, 'em' | 'clock' | 'log'>,
  config: BackupConfig,
): Consumer {
  return async ({ data, signal }) => {
    const began = clock.now();
    const outcome = await backUp(em, config, began, signal);
    const seconds = (clock.now() - began) / 1000;
    const place = backupPlaceName(config)!;
    if (outcome.ok) {
      const { name, bytes, uploads, foreign, undeleted } = outcome.made;
      log.info({ name, place, bytes, seconds, uploads: uploads?.copied ?? 0 }, 'a backup was made');
      if (foreign.length > 0) log.warn({ foreign }, FOREIGN);
      if (undeleted) log.warn({ place, ...undeleted }, 'old backups could not be deleted');
      const state = { place, lastAt: timestamp({ now: () => began }), bytes, seconds, problem: null };
      await putNext(em, clock, state, began + config.backupEvery);
    } else {
      const { problem } = outcome;
      log.error({ place, problem }, 'no backup was made');
      const state = { ...backupState.parse(data), place, problem };
      await putNext(em, clock, state, clock.now() + Math.min(config.backupEvery, RETRY_AFTER));
    }
    return 'settled';
  };
}

async function backUp(
  em: SqlEntityManager,
  config: BackupConfig,
  began: number,
  signal: AbortSignal,
): Promise<BackupOutcome> {
  const problem = await findRefusal(em, config);
  return problem === null ? runBackup({ config, began }, signal) : { ok: false, problem };
}

/** Why no backup may be made; the errors of the storage itself are those of the backup. */
async function findRefusal(em: SqlEntityManager, config: BackupConfig): Promise<string | null> {
  try {
    return await backupRefusal(kyselyOf(em.fork()), (await openBackups(config))!);
  } catch (error) {
    if (isDatabaseFailure(error)) throw error;
    return `The backup cannot be stored: ${storageFailure(error)}.`;
  }
}

/**
 * Adds the job of the first backup, or moves it to an earlier time when the configuration or the clock was changed.
 * Without a configuration there is no job.
 */
export async function planBackups(em: SqlEntityManager, clock: Clock, config: BackupConfig): Promise<void> {
  const place = backupPlaceName(config);
  if (place === null) {
    await kyselyOf(em).deleteFrom('jobs').where('key', '=', BACKUP_JOB).execute();
    return;
  }
  const job = await readBackupJob(kyselyOf(em));
  if (job?.state.place !== place) return putNext(em, clock, { place, ...noBackup }, clock.now());
  const { lastAt } = job.state;
  const now = clock.now();
  const latest = lastAt === null ? now : Math.min(now, Date.parse(lastAt)) + config.backupEvery;
  const isRetry = job.state.problem !== null && Date.parse(job.runAt) <= now + RETRY_AFTER;
  if (Date.parse(job.runAt) > latest && !isRetry) await putNext(em, clock, job.state, latest);
}

function putNext(em: SqlEntityManager, clock: Clock, data: BackupState, at: number): Promise<void> {
  return em.fork().transactional(async (tx) => {
    const runAt = timestamp({ now: () => at });
    await putJob(tx, clock, { kind: BACKUP_JOB, key: BACKUP_JOB, data, runAt });
  });
}
