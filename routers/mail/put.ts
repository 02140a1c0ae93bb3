import { createHmac } from 'node:crypto';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { z } from 'zod';

import type { Clock } from '../base/clock.ts';
import { putJob } from '../data/queue.ts';
import { secretKey } from '../base/secret-keys.ts';

/** The kind of the jobs that send mails to one person because something happened. */
export const MAIL_JOB = 'mail';
/** The kind of the jobs that send one mail to many people; the other mails do not wait for them. */
export const NEWSLETTER_JOB = 'mail.newsletter';

export const mailJobKinds = [MAIL_JOB, NEWSLETTER_JOB] as const;

/** A mail to be sent. Its text and recipient are determined when it is sent: the job contains no address. */
export interface NewMail {
  /** The name of its type in `mailTypes` (types.ts). */
  type: string;
  /** With the type, what makes it unique: a second mail with it replaces the first, unless that was sent. */
  key: string;
  /** The values from which the type composes the mail: ids, never an address. */
  data: object;
  /** Default: MAIL_JOB. */
  kind?: (typeof mailJobKinds)[number];
  /** ISO 8601 in UTC; default: immediately. */
  runAt?: string;
}

/** The data of the jobs. */
export const mailJob = z.object({ type: z.string(), key: z.string(), data: z.unknown() });

/** Adds the job of a mail with the transaction. Call it only if `policy.offersMail`. @returns the id of the job */
export function putMail(
  tx: SqlEntityManager,
  clock: Clock,
  { type, key, data, kind = MAIL_JOB, runAt }: NewMail,
): Promise<string> {
  return putJob(tx, clock, {
    kind,
    data: { type, key, data },
    key: mailJobKey({ type, key }),
    ...(runAt !== undefined && { runAt }),
  });
}

/** The key of the job of a mail. */
export function mailJobKey({ type, key }: Pick<NewMail, 'type' | 'key'>): string {
  return `mail:${type}:${key}`;
}

/**
 * The Message-ID of a mail: the same in every attempt, by which a recipient's server recognises a repetition; different
 * for every blog.
 *
 * @param from the sender, whose domain it gets
 */
export async function makeMessageId(
  em: SqlEntityManager,
  clock: Clock,
  mail: Pick<NewMail, 'type' | 'key'>,
  from: string,
): Promise<string> {
  const key = await secretKey(em, clock, 'mail');
  const name = createHmac('sha256', key)
    .update(`id.${mailJobKey(mail)}`)
    .digest('base64url')
    .slice(0, 32);
  return `<${name}@${from.split('@').at(-1)}>`;
}
