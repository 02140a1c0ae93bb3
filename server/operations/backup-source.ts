import { createReadStream, existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

import { listArchives, openBackups, type BackupConfig } from '../background/backup/place.ts';
import type { MediaStorage } from '../storage/files/storage.ts';
import { readHead } from '../storage/read-head.ts';
import { copySqlite, unpackSqlite, type SqliteCopy } from '../storage/copy/sqlite-copy.ts';
import { uploadsBeside } from '../storage/copy/uploads.ts';

/** A backup that can be restored. */
export interface BackupSource {
  /** For messages. */
  name: string;
  /** Its absolute path; null in a bucket. */
  file: string | null;
  /** Whether it is an SQLite file, as it is or compressed. */
  isSqlite: boolean;
  /** Its uploaded files. */
  uploads: MediaStorage;
  /** Writes its database to a new file, and verifies it. @throws Error with one sentence */
  copyTo(file: string): Promise<SqliteCopy>;
}

/** The name that stands for the newest archive of BACKUP_DIR or BACKUP_S3. */
const LATEST = 'latest';

/**
 * Finds a backup.
 *
 * @param backup a file, the name of an archive of BACKUP_DIR or BACKUP_S3, or `latest`
 * @throws Error with one sentence when there is none
 */
export async function findBackup(backup: string, config: BackupConfig): Promise<BackupSource> {
  const file = resolve(backup);
  if (statSync(file, { throwIfNoEntry: false })?.isFile()) return fileSource(file);
  const place = backup !== LATEST && existsSync(file) ? null : await openBackups(config);
  if (!place) {
    throw backup === LATEST
      ? new Error('There is no place to look for the latest backup: set BACKUP_DIR or BACKUP_S3, or name a file.')
      : noBackup(file);
  }
  const names = await listArchives(place);
  const name = backup === LATEST ? names[0] : names.find((one) => one === backup);
  if (name === undefined) {
    throw new Error(
      names.length === 0
        ? `There is no backup ${file}, and ${place.name} has none.`
        : `There is no backup ${file}, and ${place.name} has no ${backup}: its newest one is ${names[0]}.`,
    );
  }
  const { archives, uploads } = place;
  return {
    name: `${place.name}/${name}`,
    file: archives.fileOf?.(name) ?? null,
    isSqlite: true,
    uploads,
    async copyTo(to) {
      const packed = await archives.get(name);
      if (!packed) throw new Error(`There is no backup ${name} any more.`);
      return unpackSqlite(name, packed, to);
    },
  };
}

async function fileSource(file: string): Promise<BackupSource> {
  const beginning = (await readHead(file, 15)).toString('latin1');
  const isPacked = beginning.startsWith('\u001f\u008b');
  return {
    name: file,
    file,
    isSqlite: isPacked || beginning === 'SQLite format 3',
    uploads: uploadsBeside(file),
    copyTo: (to) => (isPacked ? unpackSqlite(file, createReadStream(file), to) : copySqlite(file, to)),
  };
}

function noBackup(file: string): Error {
  return new Error(`There is no backup ${file}.`);
}
