import { stat } from 'node:fs/promises';

import { backupFacts } from '../background/backup/state.ts';
import type { BackupConfig } from '../background/backup/place.ts';
import { sqliteFileOf } from '../storage/database/database-url.ts';
import type { Database } from '../storage/database/open.ts';
import { isWorking, type DatabaseProblem } from '../storage/database/state.ts';
import { databaseFacts, room } from './health-facts.ts';
import type { StateMetrics } from '../http/metrics.ts';

/** Reads database, disk and backups for the metrics. */
export async function stateMetrics(
  { database, problem }: { database: Database; problem(): Promise<DatabaseProblem | null> },
  config: BackupConfig,
  now: number,
): Promise<StateMetrics> {
  const file = sqliteFileOf(database.url);
  const [databaseState, facts, disk, wal, backup] = await Promise.all([
    problem(),
    databaseFacts(database),
    room(database.url),
    file === null ? null : stat(`${file}-wal`).catch(() => null),
    backupFacts(database.kysely, config, now),
  ]);
  const lastAt = backup?.lastAt ?? null;
  return {
    isDatabaseUp: isWorking(databaseState),
    databaseBytes: facts?.bytes ?? null,
    walBytes: file === null ? null : (wal?.size ?? 0),
    diskFreeBytes: disk?.free ?? null,
    backupAge: lastAt === null ? null : Math.max(0, (now - Date.parse(lastAt)) / 1000),
    isBackupOk: backup?.ok ?? null,
  };
}
