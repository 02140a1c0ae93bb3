import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';

import { kyselyOf } from '../../../entities/kysely.ts';
import { addressHashes } from '../../base/address-hash.ts';
import { fieldError } from '../../base/errors.ts';
import { readPage } from '../page.ts';
import { isSection } from '../thread.ts';
import type { CallContext } from '../../core/context.ts';
import { checkPageOrigin } from '../../core/origin.ts';
import { findSeen } from '../../posts/read.ts';
import type { PlaceInput } from './schemas.ts';

/** What a visitor reacts to. */
interface Target {
  /** As in the table of reactions. */
  name: string;
  /** The site of a page of another site. */
  site: string | null;
}

/**
 * The number of each reaction to a page or post, in the order of the setting.
 *
 * @throws BAD_REQUEST, SITE_UNKNOWN, NOT_FOUND
 */
export async function listReactions(ctx: CallContext, place: PlaceInput): Promise<Record<string, number>> {
  return readCounts(ctx, ctx.em, await findTarget(ctx, place));
}

/**
 * Adds a reaction, once for each client IP, or takes it back.
 *
 * @throws BAD_REQUEST, SITE_UNKNOWN, NOT_FOUND, ORIGIN_NOT_ALLOWED
 */
export async function react(
  ctx: CallContext,
  { reaction, ...place }: PlaceInput & { reaction: string },
  wanted: 'given' | 'taken',
): Promise<Record<string, number>> {
  const target = await findTarget(ctx, place);
  await checkPageOrigin(ctx, target.site);
  const { reactions } = await ctx.settings.current();
  if (!Object.hasOwn(reactions, reaction)) {
    const names = Object.keys(reactions).join(', ');
    throw fieldError(
      'reaction',
      names === '' ? 'There are no reactions here.' : `"reaction" must be one of: ${names}.`,
    );
  }
  const { current, former } = await addressHashes(ctx);
  return ctx.em.fork().transactional(async (tx) => {
    const row = { target: target.name, reaction };
    // First the total, which is locked by that.
    await kyselyOf(tx)
      .insertInto('reaction_totals')
      .values({ ...row, total: 0 })
      .onConflict((conflict) =>
        conflict.columns(['target', 'reaction']).doUpdateSet(({ ref }) => ({ total: ref('reaction_totals.total') })),
      )
      .execute();
    const change = wanted === 'given' ? await give(tx, row, current, former) : await take(tx, row, [current, former]);
    await kyselyOf(tx)
      .updateTable('reaction_totals')
      .set(({ eb }) => ({ total: eb('total', '+', change) }))
      .where('target', '=', row.target)
      .where('reaction', '=', reaction)
      .execute();
    return readCounts(ctx, tx, target);
  });
}

/** Adds the reactions to one target to those of another, where each visitor still counts once. */
export async function addReactions(tx: SqlEntityManager, from: string, to: string): Promise<void> {
  const db = kyselyOf(tx);
  await sql`insert into reactions (target, reaction, address_hash)
    select ${to}, reaction, address_hash from reactions where target = ${from} on conflict do nothing`.execute(db);
  await db.deleteFrom('reactions').where('target', '=', from).execute();
  await db.deleteFrom('reaction_totals').where('target', 'in', [from, to]).execute();
  await sql`insert into reaction_totals (target, reaction, total)
    select target, reaction, count(*) from reactions where target = ${to} group by target, reaction`.execute(db);
}

/** A row of a reaction without its writer. */
interface Row {
  target: string;
  reaction: string;
}

async function give(tx: SqlEntityManager, { target, reaction }: Row, current: string, former: string): Promise<number> {
  const db = kyselyOf(tx);
  const known = await db
    .selectFrom('reactions')
    .select('target')
    .where('target', '=', target)
    .where('reaction', '=', reaction)
    .where('address_hash', 'in', [current, former])
    .executeTakeFirst();
  // Stored under the new key too, so that the mark outlives the former key.
  await db
    .insertInto('reactions')
    .values({ target, reaction, address_hash: current })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return known ? 0 : 1;
}

async function take(tx: SqlEntityManager, { target, reaction }: Row, hashes: string[]): Promise<number> {
  const { numDeletedRows } = await kyselyOf(tx)
    .deleteFrom('reactions')
    .where('target', '=', target)
    .where('reaction', '=', reaction)
    .where('address_hash', 'in', hashes)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n ? -1 : 0;
}

async function readCounts(ctx: CallContext, em: SqlEntityManager, { name }: Target): Promise<Record<string, number>> {
  const { reactions } = await ctx.settings.current();
  const rows = await kyselyOf(em)
    .selectFrom('reaction_totals')
    .select(['reaction', 'total'])
    .where('target', '=', name)
    .execute();
  const totals = new Map(rows.map(({ reaction, total }) => [reaction, total]));
  return Object.fromEntries(Object.keys(reactions).map((key) => [key, totals.get(key) ?? 0]));
}

async function findTarget(ctx: CallContext, { url, post }: PlaceInput): Promise<Target> {
  if (url !== undefined) {
    const { id, site } = await readPage(ctx, url);
    return { name: id, site };
  }
  if (post === undefined || isSection(post)) {
    throw fieldError('url', 'Send "url", the URL of a page, or "post", the id of a post.');
  }
  const { key } = await findSeen(ctx, post);
  return { name: `post:${key}`, site: null };
}
