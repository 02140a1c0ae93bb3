import { kyselyOf } from '../../entities/kysely.ts';
import type { SqlEntityManager } from '@mikro-orm/sql';

import { timestamp, type Clock } from '../base/clock.ts';
import type { Settings } from '../data/settings/schemas.ts';
import type { MailCause } from './mail-cause.ts';
import { isWanted, nextDigestAt } from './owner-when.ts';
import { MAX_LISTED, ownerDigestData } from './owner-digest.ts';
import { mailJob, mailJobKey, putMail } from '../mail/put.ts';

/** Mails to the owner about new comments: about each, or about all of an hour or a day. */
export const ownerMails: MailCause = {
  isNeeded: (_, settings) => isWanted(settings),
  async put(tx, clock, event, settings) {
    // The event of a comment that looks like spam is its approval, by the owner.
    if (event.type !== 'comment.created' || event.data.owner === 1) return;
    const { id } = event.data;
    if (settings.notifyOwner === 'immediately') {
      await putMail(tx, clock, { type: 'owner.comment', key: id, data: { comment: id } });
    } else {
      await addToDigest(tx, clock, id, settings);
    }
  },
};

/** Nothing else adds to it at the same time: consumers get their events one after the other. */
async function addToDigest(tx: SqlEntityManager, clock: Clock, id: string, settings: Settings): Promise<void> {
  const runAt = timestamp({ now: () => nextDigestAt(settings, clock.now()) });
  const mail = { type: 'owner.digest', key: runAt };
  const waiting = await kyselyOf(tx)
    .selectFrom('jobs')
    .select('data')
    .where('key', '=', mailJobKey(mail))
    .executeTakeFirst();
  const { comments, more } = ownerDigestData.parse(
    waiting ? mailJob.parse(JSON.parse(waiting.data)).data : { comments: [], more: 0 },
  );
  const isFull = comments.length >= MAX_LISTED;
  const data = isFull ? { comments, more: more + 1 } : { comments: [...comments, id], more };
  await putMail(tx, clock, { ...mail, data, runAt });
}
