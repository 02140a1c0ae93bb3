import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../../entities/kysely.ts';
import type { CallContext } from '../../core/context.ts';
import { appError } from '../../base/errors.ts';
import { dropDeed } from '../../data/audit.ts';
import { lockVersions } from '../../data/sequence.ts';
import type { BeginInput } from './schemas.ts';

/** The row of the settings with the archive whose exact import has begun. */
const ROW = 'import:archive';

/** An exact import. */
interface Begun {
  archive: string;
  /** Whether it has ended: its settings are not imported again. */
  isFinished: boolean;
  /** The highest version in it; versions of later writes are higher. */
  lastVersion: number;
}

/**
 * Begins an exact import, or continues the one of the same archive. Only an empty blog accepts one, and it only adds
 * rows: an API key with the scope `transfer` can neither change nor delete existing data by it, nor add anything to the
 * import of an archive that its holder does not have.
 */
export async function beginArchive(ctx: CallContext, { archive, lastVersion, dryRun }: BeginInput) {
  return ctx.em.fork().transactional(async (tx) => {
    await lockVersions(tx);
    const begun = await findBegun(tx);
    const isBegun = begun?.archive === archive;
    if (isBegun || !(await isEmpty(tx, begun))) {
      dropDeed();
      return { exact: isBegun, finished: isBegun && begun.isFinished };
    }
    if (dryRun) return { exact: true, finished: false };
    await leaveRow(tx, { archive, lastVersion, isFinished: false });
    await kyselyOf(tx).updateTable('sequences').set({ value: lastVersion }).where('name', '=', 'version').execute();
    return { exact: true, finished: false };
  });
}

/**
 * Records that an exact import has ended.
 *
 * @throws PRECONDITION_FAILED
 */
export async function finishArchive(ctx: CallContext, archive: string): Promise<void> {
  await ctx.em.fork().transactional(async (tx) => {
    await lockVersions(tx);
    const begun = await requireBegun(tx, archive);
    if (begun.isFinished) return dropDeed();
    await leaveRow(tx, { ...begun, isFinished: true });
  });
}

/**
 * The exact import of an archive, which has to have begun.
 *
 * @throws PRECONDITION_FAILED
 */
export async function requireBegun(em: SqlEntityManager, archive: string): Promise<Begun> {
  const begun = await findBegun(em);
  if (begun?.archive === archive) return begun;
  throw appError('PRECONDITION_FAILED', 'No import of this archive has started here; start it again.');
}

async function findBegun(em: SqlEntityManager): Promise<Begun | null> {
  const row = await kyselyOf(em).selectFrom('settings').select('value').where('name', '=', ROW).executeTakeFirst();
  return row ? (JSON.parse(row.value) as Begun) : null;
}

/** Whether nothing was ever written here: neither posts, which the versions count, nor comments, nor media. */
async function isEmpty(tx: SqlEntityManager, begun: Begun | null): Promise<boolean> {
  const db = kyselyOf(tx);
  for (const table of ['posts', 'comments', 'media'] as const) {
    if (await db.selectFrom(table).select('key').limit(1).executeTakeFirst()) return false;
  }
  const counter = await db.selectFrom('sequences').select('value').where('name', '=', 'version').executeTakeFirst();
  return counter?.value === 0 || counter?.value === begun?.lastVersion;
}

async function leaveRow(tx: SqlEntityManager, begun: Begun): Promise<void> {
  const value = JSON.stringify(begun);
  await kyselyOf(tx)
    .insertInto('settings')
    .values({ name: ROW, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
