import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { sql } from 'kysely';

import { entities } from '../../../entities/index.ts';
import { copyConsistently, type ConsistentCopy } from '../../storage/copy/consistent-copy.ts';
import { copyDatabase } from '../../storage/copy/copy.ts';
import { existingDatabaseFile, sqliteFileOf } from '../../storage/database/database-url.ts';
import { failureReason } from '../../process/reasons.ts';
import { checkSqlite, copySqlite, deleteSqlite, type SqliteCopy } from '../../storage/copy/sqlite-copy.ts';
import { keepUploads, type UploadsReport } from '../../storage/copy/uploads.ts';
import { openDatabase } from '../../storage/database/open.ts';
import { hashContent, holds } from '../../storage/files/copy-file.ts';
import { deleteAbandoned, newFile } from '../../storage/files/incoming.ts';
import type { MediaStorage } from '../../storage/files/storage.ts';
import { archiveName, listArchives, openBackups, type BackupConfig, type BackupPlace } from './place.ts';
import { requireRoom, requireRoomFor } from './room.ts';

/** A completed backup. */
export interface MadeBackup {
  /** The name of the archive, such as `octavo-20260301-120000.db.gz`. */
  name: string;
  /** Where it is: a folder, or the URL of a bucket. */
  place: string;
  /** The size of the archive. */
  bytes: number;
  /** Rows of each table, counted in the database and in the backup. */
  tables: Record<string, number>;
  /** Its uploaded files; null when there are none. */
  uploads: UploadsReport | null;
  /** The triggers and views that are not Octavo's: `restore` refuses a backup with them. */
  foreign: string[];
  /** Older archives that should have been deleted; null when all were. */
  undeleted: Undeleted | null;
}

/** Archives that could not be deleted; no names when they could not be listed. */
export interface Undeleted {
  names: string[];
  reason: string;
}

/**
 * Makes a backup in BACKUP_DIR or BACKUP_S3: an archive of the database, which is a compressed SQLite file with either
 * engine, and beside it the uploaded files that the database refers to. The archive is read back to verify it, and gets
 * its name only when it is complete; the next backup deletes leftovers of a crash.
 *
 * @param began the start time, which is part of the name
 * @throws Error with one sentence
 */
export async function makeBackup(config: BackupConfig, began: Date): Promise<MadeBackup> {
  const place = await openBackups(config);
  if (!place) throw new Error('Neither BACKUP_DIR nor BACKUP_S3 is set.');
  const work = workFolder(config, place);
  for (const folder of new Set([work, place.uploads.incoming])) await deleteAbandoned(folder);
  await requireRoom(work, 2 * (await databaseBytes(config)));
  const file = await newFile(work);
  try {
    const copy = await copyAll(config, file, place);
    const name = archiveName(began);
    const bytes = await pack(file, name, place.archives);
    const undeleted = await deleteOld(place, config.backupKeep);
    const { tables, uploads, foreign } = copy;
    return { name, place: place.name, bytes, tables, uploads, foreign, undeleted };
  } finally {
    await deleteSqlite(file);
  }
}

/** The folder for incomplete files: in the place of the backups, or beside the database. */
function workFolder({ databaseUrl }: BackupConfig, { archives }: BackupPlace): string {
  const file = sqliteFileOf(databaseUrl);
  return archives.fileOf || file === null ? archives.incoming : join(dirname(file), '.backup');
}

function copyAll(config: BackupConfig, file: string, { uploads }: BackupPlace): Promise<ConsistentCopy> {
  return copyConsistently('The database', file, {
    database: () => copyEither(config.databaseUrl, file),
    uploads: (state) => keepUploads(file, state, config, uploads, requireRoomFor),
  });
}

/** Copies a snapshot of either engine into an SQLite file. */
async function copyEither(databaseUrl: string, file: string): Promise<SqliteCopy> {
  const database = existingDatabaseFile(databaseUrl, 'DATABASE_URL');
  if (database !== null) return copySqlite(database, file);
  const { tables } = await copyDatabase(databaseUrl, `sqlite:${file}`, () => undefined).catch((error: unknown) => {
    throw new Error((error as Error).message.replaceAll('--from', 'DATABASE_URL'), { cause: error });
  });
  await checkSqlite(file, tables);
  // `copyDatabase` copies only from its own version.
  return { tables, bytes: (await stat(file)).size, state: { due: [], unknown: [] } };
}

async function databaseBytes({ databaseUrl }: BackupConfig): Promise<number> {
  const file = existingDatabaseFile(databaseUrl, 'DATABASE_URL');
  if (file !== null) {
    const sizes = [file, `${file}-wal`].map(async (path) => (await stat(path).catch(() => null))?.size ?? 0);
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  }
  const database = await openDatabase({ url: databaseUrl, entities, connections: 1 });
  try {
    const { rows } = await sql<{
      bytes: number | string;
    }>`select pg_database_size(current_database()) as bytes`.execute(database.kysely);
    return Number(rows[0]!.bytes);
  } finally {
    await database.close();
  }
}

/** Compresses a file into a storage, and reads it back. @returns the size of the archive */
async function pack(file: string, name: string, archives: MediaStorage): Promise<number> {
  const packed = `${file}.gz`;
  try {
    const hash = createHash('sha256');
    const hashed = new PassThrough().on('data', (chunk: Buffer) => hash.update(chunk));
    await pipeline(createReadStream(file), hashed, createGzip(), createWriteStream(packed, { mode: 0o600 }));
    const unpacked = createReadStream(packed).pipe(createGunzip());
    if ((await hashContent(unpacked)).sha256 !== hash.digest('hex'))
      throw new Error('The archive differs from the database.');
    const digest = await hashContent(createReadStream(packed));
    await archives.put(name, packed, 'application/gzip');
    if (await holds(archives, name, digest)) return digest.bytes;
    await archives.delete(name);
    throw new Error(`The archive ${name} differs from what was sent to ${archives.name}.`);
  } finally {
    await rm(packed, { force: true });
  }
}

/** Does not throw: the new backup is complete, and the place may be one that keeps its files. */
async function deleteOld(place: BackupPlace, keep: number): Promise<Undeleted | null> {
  const names: string[] = [];
  let reason: string | null = null;
  try {
    for (const name of (await listArchives(place)).slice(keep)) {
      await place.archives.delete(name).catch((error: unknown) => {
        names.push(name);
        reason = failureReason(error);
      });
    }
  } catch (error) {
    reason = failureReason(error);
  }
  return reason === null ? null : { names, reason };
}
