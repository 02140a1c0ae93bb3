import { stat } from 'node:fs/promises';

import { backupFacts } from './backup/state.ts';
import type { BackupConfig } from './backup/place.ts';
import { sqliteFileOf } from './commands/database-url.ts';
import type { Database } from './database/open.ts';
import { databaseFacts, room } from './health-facts.ts';
import type { StateMetrics } from './metrics.ts';

/** Reads database, disk and backups for the metrics. */
export async function stateMetrics(database: Database, config: BackupConfig, now: number): Promise<StateMetrics> {
  const file = sqliteFileOf(database.url);
  const [isDatabaseUp, facts, disk, wal, backup] = await Promise.all([
    database.ping().then(
      () => true,
      () => false,
    ),
    databaseFacts(database),
    room(database.url),
    file === null ? null : stat(`${file}-wal`).catch(() => null),
    backupFacts(database.kysely, config, now),
  ]);
  const lastAt = backup?.lastAt ?? null;
  return {
    isDatabaseUp,
    databaseBytes: facts.ok ? facts.bytes : null,
    walBytes: file === null ? null : (wal?.size ?? 0),
    diskFreeBytes: disk?.free ?? null,
    backupAge: lastAt === null ? null : Math.max(0, (now - Date.parse(lastAt)) / 1000),
    isBackupOk: backup?.ok ?? null,
  };
}
