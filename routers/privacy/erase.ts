import { SqlitePlatform, type SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import { inChunks } from '../../shared/chunks.ts';
import type { Clock } from '../base/clock.ts';
import { recordErased } from '../mail/confirmations/erased.ts';
import { lockConfirmations } from '../mail/confirmations/request.ts';
import type { CallContext } from '../core/context.ts';
import { recordDeleted } from '../comments/announce.ts';
import { longTransaction } from '../data/long-transaction.ts';
import { learnDecision } from '../comments/decide.ts';
import { removeSubscriber } from '../subscribers/subscribers.ts';
import { markUnscrubbed } from '../data/unscrubbed.ts';
import type { ErasedData, Person } from './schemas.ts';
import { selectComments, selectRows, findTraces, type Traces } from './traces.ts';

/** Ids for each statement, which limits the number of bound values. */
const AT_ONCE = 500;

/**
 * Erases everything that is stored about an e-mail address or an IP address, in one transaction, and its traces in the
 * files of the database. A comment with replies stays as an empty one; likes and views stay counted. A keyed hash of an
 * e-mail address stays for 180 days, in which nobody but the owner can make the service mail it.
 */
export async function eraseKept(ctx: CallContext, person: Person): Promise<ErasedData> {
  const traces = await findTraces(ctx, person);
  const erased = await longTransaction(ctx.em, async (tx) => {
    await lockConfirmations(tx);
    await markUnscrubbed(tx);
    const { counts, ...rows } = await selectRows(tx, traces);
    const db = kyselyOf(tx);
    const comments = await eraseComments(tx, ctx.clock, traces);
    for (const id of rows.subscriberIds) await removeSubscriber(tx, ctx.clock, id);
    for (const id of rows.replyIds) await db.deleteFrom('reply_addresses').where('id', '=', id).execute();
    await db.deleteFrom('confirmations').where('mailbox', '=', traces.mailbox).execute();
    // Those of an IP are those of its network: others wait among them.
    await db.updateTable('confirmations').set({ network: '' }).where('network', '=', traces.askedFrom).execute();
    for (const id of rows.jobIds) await db.deleteFrom('jobs').where('id', '=', id).execute();
    for (const id of rows.blockIds) await db.deleteFrom('blocked_writers').where('id', '=', id).execute();
    for (const name of counts.settings) await db.deleteFrom('settings').where('name', '=', name).execute();
    if (person.kind === 'email') await recordErased(tx, ctx.clock, traces.mailbox);
    if (person.kind === 'ip') {
      await db.deleteFrom('comment_likes').where('address_hash', 'in', traces.addresses).execute();
      await db.deleteFrom('reactions').where('address_hash', 'in', traces.addresses).execute();
      await db.deleteFrom('post_marks').where('address_hash', 'in', traces.addresses).execute();
      // The network stays for the limit of sign-ins, for an hour at most.
      await db.updateTable('login_failures').set({ address: null }).where('address', '=', traces.ip).execute();
    }
    return { kind: person.kind, ...comments, ...counts };
  });
  if (erased.settings.length > 0) ctx.settings.drop();
  await ctx.scrub();
  return erased;
}

/** Deletes the comments of a person, or leaves an empty place where others have replied. */
async function eraseComments(
  tx: SqlEntityManager,
  clock: Clock,
  traces: Traces,
): Promise<{ deleted: number; emptied: number }> {
  const db = kyselyOf(tx);
  const theirs = selectComments(db, traces)
    .select(['comments.key', 'comments.id', 'comments.status', 'comments.verdict', 'comments.digest'])
    .select('comments.held_because as heldBecause')
    .orderBy('comments.key');
  // Locked, so that nobody replies before they are deleted.
  const found = await (tx.getPlatform() instanceof SqlitePlatform ? theirs : theirs.forUpdate('comments')).execute();
  // Replies before what they reply to: only replies of others leave a place.
  found.reverse();
  const ids = found.map(({ id }) => id);
  for (const some of inChunks(ids, AT_ONCE)) await learnDecision(tx, some, null);
  await recordDeleted(tx, clock, found);
  let emptied = 0;
  const nothing = { author: '', content: '', search_text: '', digest: null, receipt_hash: null, verdict: null };
  for (const { key } of found) {
    const replied = await db.selectFrom('comments').select('key').where('parent_key', '=', key).executeTakeFirst();
    if (!replied) {
      await db.deleteFrom('comments').where('key', '=', key).execute();
      continue;
    }
    emptied += 1;
    await db
      .updateTable('comments')
      .set({ ...nothing, email: null, email_language: null })
      .where('key', '=', key)
      .execute();
    await db.deleteFrom('comment_checks').where('comment_key', '=', key).execute();
  }
  return { deleted: found.length - emptied, emptied };
}
