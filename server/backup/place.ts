import { BadConfig, type Config } from '../config.ts';
import { openQuietly } from '../commands/media-storage.ts';
import { fileTimestamp } from '../commands/database-url.ts';
import type { KeptFiles, MediaStorage } from '../media/storage.ts';

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
    uploads.pathname = `${uploads.pathname.replace(/\/+$/, '')}/uploads`;
    return { name, archives: await open(backupS3!, archiveFiles), uploads: await open(uploads.href) };
  } catch (error) {
    if (!(error instanceof BadConfig)) throw error;
    throw new BadConfig(error.message.replaceAll('MEDIA_URL', 'BACKUP_S3'), { cause: error });
  }
}

/** The names of all archives, the newest first. */
export async function listArchives({ archives }: BackupPlace): Promise<string[]> {
  const names: string[] = [];
  for await (const { path } of archives.list()) names.push(path);
  return names.sort().reverse();
}
