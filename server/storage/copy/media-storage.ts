import { pino } from 'pino';

import { BadConfig, readConfig, type Config } from '../../config/config.ts';
import { openStorage } from '../files/open-storage.ts';
import type { StorageConfig } from '../files/s3-storage.ts';
import type { KeptFiles, MediaStorage } from '../files/storage.ts';

type Environment = Record<string, string | undefined>;

/** Opens a storage for a command, which reports failures itself. */
export function openQuietly(config: StorageConfig, kept?: KeptFiles): Promise<MediaStorage> {
  return openStorage(config, pino({ level: 'silent' }), kept);
}

/** The variables of S3. Those of a target have TO_ before their names, where they differ. */
const VARIABLES = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'AWS_REGION'];

/**
 * Opens the storage that an option names.
 *
 * @param url as MEDIA_URL has it
 * @throws Error with one sentence
 */
export async function openTarget(url: string, environment: Environment): Promise<MediaStorage> {
  const own = VARIABLES.flatMap((name) => {
    const value = environment[`TO_${name}`];
    return value ? [[name, value] as const] : [];
  });
  // A session token belongs to the key that it came with.
  const credentials = own.length > 0 ? { AWS_SESSION_TOKEN: undefined, ...Object.fromEntries(own) } : {};
  try {
    const config: Config = readConfig({ ...environment, ...credentials, MEDIA_URL: url });
    return await openQuietly(config);
  } catch (error) {
    if (!(error instanceof BadConfig)) throw error;
    throw new Error(error.message.replaceAll('MEDIA_URL', '--to'), { cause: error });
  }
}
