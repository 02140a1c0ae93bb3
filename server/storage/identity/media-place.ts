import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Logger } from 'pino';

import { kyselyOf } from '../../../entities/kysely.ts';
import { isDatabaseFailure } from '../../../routers/base/database-errors.ts';
import { appError, type AppError } from '../../../routers/base/errors.ts';
import { watchDependency } from '../dependency.ts';
import { claimPlace, mediaPlace, type PlaceState } from './place.ts';
import { notStored } from '../files/refusals.ts';
import type { MediaStorage } from '../files/storage.ts';
import { inBackground } from '../../../routers/base/defects.ts';

/** Why no files can be stored. */
export type MediaProblem =
  /** The folder or bucket is empty, or another one. */
  | 'MEDIA_UNMARKED'
  /** It is that of another database. */
  | 'MEDIA_FOREIGN'
  /** It cannot be read. */
  | 'MEDIA_AWAY';

/** Makes sure that uploaded files go only to the folder or bucket of this database, and not to an empty mount point. */
export interface OwnPlace {
  /**
   * Checks the place now.
   *
   * @throws SERVICE_UNAVAILABLE while it is not that of this database; the error of the database
   */
  require(): Promise<void>;
  /**
   * The same for a deletion, which a job repeats while the place cannot be used.
   *
   * @throws SERVICE_UNAVAILABLE while it is empty, or that of another database; the error of the database
   */
  requireOwn(): Promise<void>;
  /** Why no files can be stored at the moment; null if they can. @throws the error of the database */
  problem(): Promise<MediaProblem | null>;
  /** Checks it now and then, which logs when it is lost and when it is back. Commands do not. */
  start(): void;
  close(): void;
}

/** The intervals of checks in milliseconds: a bucket bills each of them. */
const CHECK_EVERY = { folder: 10_000, bucket: 60_000 };

export function watchPlace(
  { em, log }: { em: SqlEntityManager; log: Pick<Logger, 'error' | 'info'> },
  storage: MediaStorage,
): OwnPlace {
  const dependency = watchDependency('the place of uploaded files', log);
  const isFolder = storage.fileOf !== undefined;

  async function examine(): Promise<Found | null> {
    const found = await findPlace(em, storage);
    // A bucket logs its outages itself.
    if (found === null || (found.problem === 'MEDIA_AWAY' && !isFolder)) dependency.worked();
    else {
      const cause = found.cause ?? new Error(explainPlace(found.problem, storage.name));
      dependency.failed(cause, 'uploads and deletions are answered 503');
    }
    return found;
  }

  let timer: NodeJS.Timeout | undefined;
  // A failing database is reported by others.
  const check = () => inBackground(examine().catch(() => undefined));

  return {
    async require() {
      const found = await examine();
      if (found) throw found.problem === 'MEDIA_AWAY' ? notStored(found.cause) : refusal(found.problem);
    },
    async requireOwn() {
      const found = await examine();
      if (found && found.problem !== 'MEDIA_AWAY') throw refusal(found.problem);
    },
    problem: async () => (await examine())?.problem ?? null,
    start() {
      timer = setInterval(check, isFolder ? CHECK_EVERY.folder : CHECK_EVERY.bucket).unref();
      check();
    },
    close: () => clearInterval(timer),
  };
}

interface Found {
  problem: MediaProblem;
  /** The error of the storage. */
  cause?: unknown;
}

async function findPlace(em: SqlEntityManager, storage: MediaStorage): Promise<Found | null> {
  try {
    const db = kyselyOf(em.fork());
    const problem = placeProblem(await claimPlace(db, mediaPlace(db, storage)));
    return problem && { problem };
  } catch (cause) {
    if (isDatabaseFailure(cause)) throw cause;
    return { problem: 'MEDIA_AWAY', cause };
  }
}

/** Why no files can be stored in a place of this state. */
export function placeProblem(state: PlaceState): MediaProblem | null {
  if (state === 'unmarked') return 'MEDIA_UNMARKED';
  return state === 'foreign' ? 'MEDIA_FOREIGN' : null;
}

/** Explains to the operator in one sentence why no files are stored in a place, and how to mend it. */
export function explainPlace(problem: MediaProblem, name: string): string {
  return `${name} ${REMEDIES[problem]}`;
}

const REMEDIES: Record<MediaProblem, string> = {
  MEDIA_UNMARKED:
    'is empty, or not the place where the uploaded files of this blog were: mount its volume, correct MEDIA_URL, or, if you moved the files, run octavo media adopt.',
  MEDIA_FOREIGN:
    'has the uploaded files of another database: mount the right volume, correct MEDIA_URL, or, if they belong to this blog, run octavo media adopt.',
  MEDIA_AWAY: 'cannot be read or written: look at the disk or at the bucket, or correct MEDIA_URL.',
};

function refusal(problem: 'MEDIA_UNMARKED' | 'MEDIA_FOREIGN'): AppError {
  const why = problem === 'MEDIA_UNMARKED' ? 'empty or not mounted' : 'that of another database';
  const message = `Files cannot be stored or deleted: their folder or bucket is ${why}; see Health.`;
  return appError('SERVICE_UNAVAILABLE', message, { retryAfter: 30 });
}

/** A storage that stores and deletes nothing unless its place is that of this database; it reads from any. */
export function storeOnlyIn(place: Pick<OwnPlace, 'require'>, storage: MediaStorage): MediaStorage {
  return Object.create(storage, {
    put: {
      value: async (...args: Parameters<MediaStorage['put']>) => {
        await place.require();
        await storage.put(...args);
        // A volume may be unmounted in between. A bucket is not exchanged.
        if (storage.fileOf) await place.require();
      },
    },
    delete: {
      value: async (path: string) => {
        await place.require();
        await storage.delete(path);
      },
    },
  }) as MediaStorage;
}
