import type { Kysely } from 'kysely';

import type { Tables } from '../../../entities/index.ts';
import { BadConfig, type Config } from '../../config/config.ts';
import { claimPlace, type Place, type PlaceState } from '../../storage/identity/place.ts';
import { openQuietly } from '../../storage/copy/media-storage.ts';
import { fileTimestamp } from '../../storage/database/database-url.ts';
import type { KeptFiles, MediaStorage } from '../../storage/files/storage.ts';

/** The part of the configuration that backups need; it can be sent to another process. */
export type BackupConfig = Pick<
  Config,
  | 'databaseUrl'
  | 'mediaUrl'
  | 'awsAccessKeyId'
  | 'awsSecretAccessKey'
  | 'awsSessionToken'
  | 'awsRegion'
  | 'backupDir'
  | 'backupS3'
  | 'backupAwsAccessKeyId'
  | 'backupAwsSecretAccessKey'
  | 'backupEvery'
  | 'backupKeep'
>;

/** Where backups are stored. */
export interface BackupPlace {
  /** How messages name it: a folder, or the URL of a bucket, without credentials. */
  name: string;
  /** The archives of the database. */
  archives: MediaStorage;
  /** The uploaded files that they name, each once. */
  uploads: MediaStorage;
}

const archiveFiles: KeptFiles = { pattern: /^octavo-\d{8}-\d{6}\.db\.gz$/, isFlat: true };

/** The name of an archive; in the order of names, the newest one is the last. */
export function archiveName(time: Date): string {
  return `octavo-${fileTimestamp(time)}.db.gz`;
}

/** When an archive was begun, by its name. */
export function archiveTime(name: string): Date {
  return new Date(name.replace(/^octavo-(....)(..)(..)-(..)(..)(..)\..*$/, '$1-$2-$3T$4:$5:$6Z'));
}

/** How messages name the place of the backups; null when none is configured. */
export function backupPlaceName({ backupDir, backupS3 }: Pick<BackupConfig, 'backupDir' | 'backupS3'>): string | null {
  return backupDir ?? backupS3?.replace(/\?.*/, '') ?? null;
}

/**
 * Opens the storage of BACKUP_DIR or BACKUP_S3.
 *
 * @returns null when none is configured
 * @throws BadConfig when the S3 variables are not complete
 */
export async function openBackups(config: BackupConfig): Promise<BackupPlace | null> {
  const { backupDir, backupS3 } = config;
  const name = backupPlaceName(config);
  if (name === null) return null;
  const own = config.backupAwsAccessKeyId !== null && {
    awsAccessKeyId: config.backupAwsAccessKeyId,
    awsSecretAccessKey: config.backupAwsSecretAccessKey,
    // It belongs to the other key.
    awsSessionToken: null,
  };
  const open = (mediaUrl: string, kept?: KeptFiles) => openQuietly({ ...config, ...own, mediaUrl }, kept);
  try {
    if (backupDir !== null) {
      return {
        name,
        archives: await open(`file:${backupDir}`, archiveFiles),
        uploads: await open(`file:${backupDir}/uploads`),
      };
    }
    const uploads = new URL(backupS3!);
    uploads.pathname = `${uploads.pathname.replace(/(?<!\/)\/+$/, '')}/uploads`;
    return { name, archives: await open(backupS3!, archiveFiles), uploads: await open(uploads.href) };
  } catch (error) {
    if (!(error instanceof BadConfig)) throw error;
    throw new BadConfig(error.message.replaceAll('MEDIA_URL', 'BACKUP_S3'), { cause: error });
  }
}

/** The place with its marker, which is beside the uploaded files, so that the folder has only archives. */
export function markedPlace({ name, archives, uploads }: BackupPlace): Place {
  return {
    kind: 'backups',
    name,
    storage: uploads,
    async isUsed() {
      for await (const _ of archives.list()) return true;
      return false;
    },
    // They may be those of another blog.
    hasItsFiles: () => Promise.resolve(false),
  };
}

/**
 * Why no backup may be made in a place: it lost its marker, such as a disk that is not mounted, or it is that of another
 * database. A new place is marked.
 *
 * @returns a sentence; null if one may be made
 * @throws the errors of database and storage
 */
export async function backupRefusal(db: Kysely<Tables>, place: BackupPlace): Promise<string | null> {
  return explainBackupPlace(await claimPlace(db, markedPlace(place)), place.name);
}

/** The same for a state that is known. */
export function explainBackupPlace(state: PlaceState, name: string): string | null {
  switch (state) {
    case 'unmarked':
      return `No backup was made: ${name} is empty, or not the place where the backups of this blog were; mount its disk, correct BACKUP_DIR or BACKUP_S3, or, if you want to use it, run octavo backup --adopt.`;
    case 'foreign':
      return `No backup was made: ${name} has the backups of another database; correct BACKUP_DIR or BACKUP_S3, or, if they are those of this blog, run octavo backup --adopt.`;
    default:
      return null;
  }
}

/** The names of all archives, the newest first. */
export async function listArchives({ archives }: BackupPlace): Promise<string[]> {
  const names: string[] = [];
  for await (const { path } of archives.list()) names.push(path);
  return names.sort().reverse();
}
