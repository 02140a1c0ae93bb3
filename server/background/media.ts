import { rm } from 'node:fs/promises';
import { z } from 'zod';

import type { Services } from '../../routers/core/context.ts';
import { recordTag } from '../../routers/data/record.ts';
import { noteSizes, ownsPath } from '../../routers/media/files.ts';
import { removeNow } from '../../routers/media/reservations.ts';
import { searchAll } from '../../routers/media/search-uses.ts';
import { sizePaths, sizePath } from '../../routers/data/files/size-paths.ts';
import { NotNow, type Consumer } from './jobs/job.ts';
import { newFile } from '../storage/files/incoming.ts';
import { fileKinds } from '../storage/files/kinds.ts';
import { localCopy } from '../storage/files/local-copy.ts';
import type { MediaFiles } from '../media/media.ts';
import { explainPlace } from '../storage/identity/media-place.ts';

const removal = z.object({ path: z.string() });
const sizing = z.object({ path: z.string(), widths: z.array(z.int()) });

/** Removes files that are not in the library, makes smaller versions of images, and searches posts for uses of files. */
export function mediaConsumers(
  { em, clock, markdown }: Pick<Services, 'em' | 'clock' | 'markdown'>,
  { storage, place, inspector }: Pick<MediaFiles, 'storage' | 'place' | 'inspector'>,
): Record<'media.remove' | 'media.sizes' | 'media.uses', Consumer> {
  /** Removes it by a job, which reserves the path until all its files are deleted. */
  const removeLater = (path: string) => em.fork().transactional((tx) => removeNow(tx, clock, path));

  /** A file that is missing in an empty folder is not deleted, and cannot be read. */
  async function requirePlace(): Promise<void> {
    const problem = await place.problem();
    if (problem !== null && problem !== 'MEDIA_AWAY') throw new NotNow(explainPlace(problem, storage.name));
  }

  return {
    async 'media.remove'({ data }) {
      const { path } = removal.parse(data);
      await requirePlace();
      if (await ownsPath(em.fork(), path)) return;
      for (const one of sizePaths(path)) await storage.delete(one);
      // Evicts it from the memory of every instance.
      await em.fork().transactional(async (tx) => recordTag(tx, 'media'));
    },

    'media.uses': ({ signal }) => searchAll({ em, clock, markdown }, signal),

    async 'media.sizes'({ data, signal }) {
      const { path, widths } = sizing.parse(data);
      await requirePlace();
      if (!(await ownsPath(em.fork(), path))) return removeLater(path);
      const copy = await newFile(storage.incoming);
      const output = (width: number) => `${copy}-${width}.webp`;
      try {
        const file = await localCopy(storage, path, copy, signal);
        for (const width of widths) await inspector.makeSize({ file, output: output(width), width }, signal);
        for (const width of widths) await storage.put(sizePath(path, width), output(width), fileKinds.webp.mime);
        if (await noteSizes(em.fork(), path, widths)) return;
        // It was deleted while this ran.
        await removeLater(path);
      } finally {
        await Promise.all([copy, ...widths.map(output)].map((one) => rm(one, { force: true })));
      }
    },
  };
}
