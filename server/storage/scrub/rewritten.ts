import { kyselyOf } from '../../../entities/kysely.ts';
import type { Services } from '../../../routers/core/context.ts';
import { readSequences } from '../../../routers/data/sequence.ts';
import { markUnscrubbed } from '../../../routers/data/unscrubbed.ts';

/** The row of `sequences` with the version up to which the words of rewritten texts are removed. */
const REWRITTEN = 'rewritten';

/**
 * Removes the words of rewritten texts from the full-text index of SQLite, if a post has changed since the last time. To
 * remove them with each change would cost more than the change.
 */
export async function scrubRewritten({ em, scrub }: Pick<Services, 'em' | 'scrub'>): Promise<void> {
  const { version, [REWRITTEN]: removed } = await readSequences(em.fork(), ['version', REWRITTEN]);
  if (version === removed) return;
  await em.fork().transactional(async (tx) => {
    await kyselyOf(tx)
      .insertInto('sequences')
      .values({ name: REWRITTEN, value: version })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: version }))
      .execute();
    await markUnscrubbed(tx);
  });
  await scrub();
}
