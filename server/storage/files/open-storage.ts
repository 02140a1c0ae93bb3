import { mediaFolder, openFolder } from './file-storage.ts';
import type { StorageConfig, StorageLog } from './s3-storage.ts';
import type { KeptFiles, MediaStorage } from './storage.ts';

/**
 * Opens the storage that MEDIA_URL names. A folder is made with the first file.
 *
 * @param kept which files it holds; default: uploaded files
 * @throws BadConfig when the S3 variables are not complete
 */
export async function openStorage(config: StorageConfig, log: StorageLog, kept?: KeptFiles): Promise<MediaStorage> {
  const folder = mediaFolder(config.mediaUrl);
  if (folder !== null) return openFolder(folder, kept);
  return (await import('./s3-storage.ts')).openBucket(config, log, undefined, kept);
}
