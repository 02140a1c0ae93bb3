import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql, type Kysely } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import { kyselyOf } from '../../entities/kysely.ts';
import { hashesOfAddress } from '../base/address-hash.ts';
import type { CallContext } from '../core/context.ts';
import { mailboxHashes } from '../mail/confirmations/mailbox-hash.ts';
import { networkHashes } from '../comments/spam-filter/writers.ts';
import { endedHash } from '../subscribers/ended.ts';
import { SUBSCRIBE_JOB } from '../subscribers/subscribe.ts';
import type { Person } from './schemas.ts';

/**
 * The values by which the rows of a person are found. Of an IP, only keyed hashes are stored, besides failed sign-ins.
 */
export interface Traces {
  person: Person;
  email: string;
  ip: string;
  /** Of the network of the IP, as comments and blocks have it. */
  networks: string[];
  /** Of the IP, as likes and views have it. */
  addresses: string[];
  /** Of the e-mail address, as ended subscriptions have it; "" of an IP. */
  ended: string;
  /** Of its mailbox, as requests for confirmation and erased addresses have it; "" of an IP. */
  mailbox: string;
  /** Of the network of the IP, as requests for confirmation have it; "none" of an e-mail address. */
  askedFrom: string;
}

/** Call it outside of transactions: it may have to create the keys of the hashes. */
export async function findTraces(ctx: CallContext, person: Person): Promise<Traces> {
  const { kind, value } = person;
  const hashes = await mailboxHashes(ctx);
  if (kind === 'email') {
    const ended = (await endedHash(ctx))(value);
    const mailbox = hashes.mailbox(value);
    return { person, email: value, ip: '', networks: [], addresses: [], ended, mailbox, askedFrom: 'none' };
  }
  const network = await networkHashes(ctx, value);
  const address = await hashesOfAddress(ctx, value);
  return {
    person,
    email: '',
    ip: value,
    networks: [network.current, network.former],
    addresses: [address.current, address.former],
    ended: '',
    mailbox: '',
    askedFrom: hashes.network(value),
  };
}

/** The comments of a person. */
export function selectComments(db: Kysely<Tables>, { person, email, networks }: Traces) {
  const all = db.selectFrom('comments');
  if (person.kind === 'email') return all.where('comments.email', '=', email);
  return all.where('comments.key', 'in', (eb) =>
    eb.selectFrom('comment_checks').select('comment_checks.comment_key').where('ip_hash', 'in', networks),
  );
}

/** Rows of other tables that belong to a person, by their names in responses. */
export async function selectRows(em: SqlEntityManager, traces: Traces) {
  const db = kyselyOf(em);
  const { email, ip, networks, addresses, person, mailbox, askedFrom } = traces;
  const subscribers = await db.selectFrom('subscribers').select('id').where('email', '=', email).execute();
  const replyAddresses = await db.selectFrom('reply_addresses').select('id').where('email', '=', email).execute();
  const ids = [...subscribers, ...replyAddresses].map(({ id }) => id);
  const subscriberIds = subscribers.map(({ id }) => id);
  const replyIds = replyAddresses.map(({ id }) => id);
  const none = ['-'];
  const mailings = await db
    .selectFrom('mailing_retries')
    .select('subscriber_id')
    .where('subscriber_id', 'in', [...none, ...subscriberIds])
    .execute();
  const replyMails = await db
    .selectFrom('reply_mails')
    .select('address_id')
    .where('address_id', 'in', [...none, ...replyIds])
    .execute();
  const jobs = await db
    .selectFrom('jobs')
    .select('id')
    .where(({ or, eb }) =>
      or([
        eb('key', '=', `${SUBSCRIBE_JOB}:${email}`),
        // The data of jobs contain ids as strings.
        ...ids.map((id) => eb('data', 'like', `%"${id}"%`)),
      ]),
    )
    .execute();
  const confirmations = await db
    .selectFrom('confirmations')
    .select('id')
    .where(({ or, eb }) => or([eb('mailbox', '=', mailbox), eb('network', '=', askedFrom)]))
    .execute();
  const settings = person.kind === 'email' ? await settingsWith(em, email) : [];
  const hashes = person.kind === 'ip' ? networks : await findWriters(em, email);
  const blocks = await db
    .selectFrom('blocked_writers')
    .select('id')
    .where('hash', 'in', [...none, ...hashes])
    .execute();
  const commentLikes = await db
    .selectFrom('comment_likes')
    .select('comment_key')
    .where('address_hash', 'in', [...none, ...addresses])
    .execute();
  const marks = await db
    .selectFrom('post_marks')
    .select('kind')
    .where('address_hash', 'in', [...none, ...addresses])
    .execute();
  const signIns = await db.selectFrom('login_failures').select('key').where('address', '=', ip).execute();
  return {
    subscriberIds,
    replyIds,
    jobIds: jobs.map(({ id }) => id),
    blockIds: blocks.map(({ id }) => id),
    counts: {
      subscriptions: subscribers.length,
      mailings: mailings.length,
      replyAddresses: replyAddresses.length,
      replyMails: replyMails.length,
      confirmations: confirmations.length,
      jobs: jobs.length,
      settings,
      blocks: blocks.length,
      likes: commentLikes.length + marks.filter((mark) => mark.kind === 'like').length,
      views: marks.filter((mark) => mark.kind === 'view').length,
      signIns: signIns.length,
    },
  };
}

/** The hashes by which the writer of these comments may be blocked. */
async function findWriters(em: SqlEntityManager, email: string): Promise<string[]> {
  const rows = await kyselyOf(em)
    .selectFrom('comment_checks')
    .innerJoin('comments', 'comments.key', 'comment_checks.comment_key')
    .select(['ip_hash', 'name_hash'])
    .distinct()
    .where('comments.email', '=', email)
    .execute();
  return rows.flatMap(({ ip_hash, name_hash }) => [ip_hash, name_hash]).filter((hash) => hash !== '');
}

async function settingsWith(em: SqlEntityManager, email: string): Promise<('ownerEmail' | 'securityContact')[]> {
  const values = { ownerEmail: email, securityContact: `mailto:${email}` };
  const names = ['ownerEmail', 'securityContact'] as const;
  const rows = await kyselyOf(em)
    .selectFrom('settings')
    .select('name')
    .where(({ or, and, eb }) =>
      or(names.map((name) => and([eb('name', '=', name), eb(sql`lower(value)`, '=', JSON.stringify(values[name]))]))),
    )
    .execute();
  return names.filter((name) => rows.some((row) => row.name === name));
}
