import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';

import { sqliteFileOf } from '../database/database-url.ts';
import { failureReason } from '../../process/reasons.ts';
import type { Config } from '../../config/config.ts';
import { DatabaseUnavailable } from '../database/errors.ts';
import { separateForeignLog } from '../database/file-watch/foreign-log.ts';
import { prepareFile } from '../database/prepare-file.ts';
import {
  announceInstance,
  deleteInstance,
  hasInstance,
  readInstance,
  writeInstance,
  type Instance,
} from './instance-file.ts';
import { mediaFolder } from '../files/file-storage.ts';
import { makeFolder } from '../files/incoming.ts';
import { findEarlierService } from './earlier-service.ts';
import { lockFile, tryToLock, type Lock } from './lock.ts';

/** The exclusive right of a service to its SQLite file and its folder of uploaded files. */
export interface Claim {
  /** Whether the last service on the file did not end properly: the file may be damaged. */
  isUnclean: boolean;
  /** Records the URL of the service, for `octavo status`. */
  announce(url: string): Promise<void>;
  /**
   * Ends the claim. Call it when nothing is open any more.
   *
   * @param isClean whether the next start need not check the file
   */
  release(isClean: boolean): Promise<void>;
}

/** How long a start waits for another service to end, and how often it tries again, in milliseconds. */
const PATIENCE = 10_000;
const RETRY_EVERY = 100;
/** Its name is not one of an uploaded file, which are in folders of years. */
const MEDIA_LOCK = '.lock';

/**
 * Claims the SQLite file and the folder of uploaded files. On PostgreSQL, several instances share the folder.
 *
 * @throws DatabaseUnavailable when another service has them for longer than 10 s, or the file cannot be written
 */
export async function claimFiles(config: Config, log: Pick<Logger, 'warn'>): Promise<Claim> {
  const file = sqliteFileOf(config.databaseUrl);
  if (file === null || file === ':memory:') return NOTHING;
  const until = performance.now() + PATIENCE;
  const locks: Lock[] = [];
  const release = () => locks.splice(0).forEach((lock) => lock.release());
  try {
    prepareFile(file);
    locks.push(await lockDatabase(file, until));
    locks.push(...(await lockMedia(config.mediaUrl, until, log)));
    const isUnclean = hasInstance(file);
    const separated = separateForeignLog(file);
    if (separated !== null) log.warn(separated);
    await writeInstance(file);
    return {
      isUnclean,
      announce: (url) => announceInstance(file, url),
      async release(isClean) {
        if (isClean) await deleteInstance(file);
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

const NOTHING: Claim = {
  isUnclean: false,
  announce: () => Promise.resolve(),
  release: () => Promise.resolve(),
};

async function lockDatabase(file: string, until: number): Promise<Lock> {
  const lock = await waitFor(() => tryToLock(lockFile(file)), until).catch((error: unknown) => {
    throw new DatabaseUnavailable(
      `${lockFile(file)} cannot be used (${failureReason(error)}); give the user that runs Octavo the right to write it and its folder, or name another place in DATABASE_URL.`,
      { cause: error },
    );
  });
  if (!lock) throw inUse(`The database ${file}`, await readInstance(file), 'DATABASE_URL');
  const isAlone = await waitFor(async () => ((await findEarlierService(file)) === null ? true : null), until);
  if (isAlone) return lock;
  lock.release();
  throw inUse(`The database ${file}`, await readInstance(file), 'DATABASE_URL');
}

/** Without the right to write there are no uploads, which report it. */
async function lockMedia(mediaUrl: string, until: number, log: Pick<Logger, 'warn'>): Promise<Lock[]> {
  const folder = mediaFolder(mediaUrl);
  if (folder === null) return [];
  let lock: Lock | null;
  try {
    await makeFolder(folder);
    lock = await waitFor(() => tryToLock(join(folder, MEDIA_LOCK)), until);
  } catch (error) {
    log.warn(
      `The folder ${folder} for uploaded files cannot be locked (${failureReason(error)}); correct its permissions.`,
    );
    return [];
  }
  if (!lock) throw inUse(`The folder ${folder} for uploaded files`, null, 'MEDIA_URL');
  return [lock];
}

/** @returns null if it is not there in time; it is tried once in any case */
async function waitFor<T>(attempt: () => T | null | Promise<T | null>, until: number): Promise<T | null> {
  for (;;) {
    const result = await attempt();
    if (result !== null || performance.now() > until) return result;
    await wait(RETRY_EVERY);
  }
}

function inUse(what: string, instance: Instance | null, setting: string): DatabaseUnavailable {
  return new DatabaseUnavailable(
    `${what} is in use by another service${instance ? ` (${detailsOf(instance)})` : ''}; stop that one first, or name another place in ${setting}.`,
  );
}

function detailsOf({ pid, host, version }: Instance): string {
  return `process ${pid}${host === undefined ? '' : ` on ${host}`}, version ${version}`;
}
