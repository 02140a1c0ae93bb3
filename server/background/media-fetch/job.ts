import { z } from 'zod';

import type { Services } from '../../../routers/core/context.ts';
import { AppError } from '../../../routers/base/errors.ts';
import {
  endFetch,
  FETCH_JOB,
  noteBegin,
  noteResult,
  waitingUrls,
  type FetchResult,
  type WaitingUrl,
} from '../../../routers/media/fetches.ts';
import type { Config } from '../../config/config.ts';
import { NotNow, type Consumer, type JobRun } from '../jobs/job.ts';
import { intoLibrary, takeFile, type MediaFiles } from '../../media/media.ts';
import { fetchFile, NotFetched } from './fetch-file.ts';

const task = z.object({ id: z.string() });

/** How many files are fetched at a time. */
const AT_ONCE = 3;
/** How often fetching a URL begins, if the service ends each time before there is a result. */
const MOST_BEGUN = 10;

/** Fetches files of other hosts into the library. Each result is stored at once, so that another run continues. */
export function fetchConsumer(
  services: Pick<Services, 'em' | 'clock'>,
  media: Pick<MediaFiles, 'storage' | 'place' | 'inspector'>,
  limits: Pick<Config, 'uploadMaxImage' | 'uploadMaxFile'>,
): Record<typeof FETCH_JOB, Consumer> {
  const { em, clock } = services;

  async function fetchUrl(url: string, { signal, claim }: JobRun): Promise<FetchResult> {
    const receive = async (file: string) => {
      const received = await fetchFile(url, file, { signal });
      // After a cancellation nothing is added to the library.
      await claim();
      return received;
    };
    try {
      const taking = { services, media, limits };
      return { mediaId: await takeFile(taking, receive, FETCH_JOB, () => ({}), intoLibrary(taking)) };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { cause } = error.details;
      if (cause instanceof NotFetched) return { error: cause.message };
      // A full disk or a busy service is not the fault of the file.
      if (error.reason === 'SERVICE_UNAVAILABLE') throw new NotNow(error.message);
      return { error: error.message };
    }
  }

  /** @returns false when the job is another's now */
  async function fetchOne(job: JobRun, id: string, { position, url, begun }: WaitingUrl): Promise<boolean> {
    const at = { id, position };
    if (begun >= MOST_BEGUN) {
      const error = 'The service ended each time while it fetched this.';
      return noteResult(em, clock, job, { ...at, result: { error } });
    }
    if (!(await noteBegin(em, clock, job, at))) return false;
    return noteResult(em, clock, job, { ...at, result: await fetchUrl(url, job) });
  }

  return {
    async [FETCH_JOB](job) {
      const { id } = task.parse(job.data);
      const waiting = (await waitingUrls(em.fork(), id)).values();
      const work = async () => {
        for (const one of waiting) {
          job.signal.throwIfAborted();
          if (!(await fetchOne(job, id, one))) return;
        }
      };
      const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failed) throw failed.reason;
      await em.fork().transactional(async (tx) => {
        if ((await waitingUrls(tx, id)).length === 0) await endFetch(tx, clock, id, 'done');
      });
    },
  };
}
