import ipaddr from 'ipaddr.js';
import { z } from 'zod';

import { canonicalAddress } from '../base/mail-address.ts';
import { count, ok, timestamp } from '../base/schemas.ts';

/** A person, identified by an e-mail address or a client IP. */
export interface Person {
  kind: 'email' | 'ip';
  /** The address in lower case, or the canonical IP. */
  value: string;
}

/** The maximum number of comments in an answer. */
export const MAX_COMMENTS = 1000;

export const personInput = z.object({
  of: z
    .string()
    .max(320)
    .refine((text) => parsePerson(text) !== null, { error: 'must be an e-mail address or an IP address' })
    .meta({
      override: { type: 'string', maxLength: 320 },
      description: 'An e-mail address or an IP address.',
      examples: ['ada@example.org'],
    }),
});

/** @returns null for what is neither an e-mail address nor an IP address */
export function parsePerson(text: string): Person | null {
  const trimmed = text.trim();
  if (ipaddr.isValid(trimmed) && (trimmed.includes(':') || ipaddr.IPv4.isValidFourPartDecimal(trimmed))) {
    return { kind: 'ip', value: ipaddr.process(trimmed).toString() };
  }
  const email = canonicalAddress(trimmed);
  return email === null ? null : { kind: 'email', value: email.toLowerCase() };
}

const counts = {
  subscriptions: count('Subscriptions to new posts.', 1),
  mailings: count('Mails of mailings that are to be sent later.', 0),
  replyAddresses: count('Addresses for mails about replies.', 1),
  replyMails: count('Replies of which the address was told.', 2),
  confirmations: count(
    'Requests for confirmation of the last 24 hours, sent or waiting; of an IP, those of its network.',
    0,
  ),
  jobs: count('Jobs of the queue that contain the address.', 0),
  settings: z
    .array(z.enum(['ownerEmail', 'securityContact']))
    .meta({ description: 'Settings that contain the address.', examples: [[]] }),
  blocks: count('Blocks of the writer.', 0),
  likes: count('Marks of likes of posts and comments.', 0),
  views: count('Marks of views of posts.', 0),
  signIns: count('Failed sign-ins of the last hour.', 0),
};

const kind = z.enum(['email', 'ip']).meta({ description: 'What `of` is.', examples: ['email'] });

const keptComment = z
  .object({
    id: z.string().meta({ description: 'The id of the comment.', examples: ['c-0mm5lxs00a1b2c3d4e5f60718'] }),
    post: z.string().meta({ description: 'The post, or gb-note or gb-idea.', examples: ['first-light'] }),
    author: z.string().meta({ description: 'The name, as it was written.', examples: ['Ada'] }),
    content: z.string().meta({ description: 'The text, as it was written.', examples: ['Thank you.'] }),
    date: timestamp('When it was written.'),
    status: z.enum(['approved', 'pending']).meta({ description: 'Its status.', examples: ['approved'] }),
  })
  .meta({ id: 'KeptComment' });

export const keptData = z.object({
  ok,
  kind,
  comments: z.array(keptComment).meta({ description: `The newest ${MAX_COMMENTS} at most.` }),
  total: count('Number of all comments.', 1),
  ...counts,
  ended: count(
    'Keyed hashes by which an address that ended its subscription is not subscribed by others. They stay.',
    0,
  ),
  erased: count('Keyed hashes by which an address that was erased gets no mail. They stay for 180 days.', 0),
});
export const erasedData = z.object({
  ok,
  kind,
  deleted: count('Comments that were deleted.', 1),
  emptied: count('Comments with replies, of which an empty place is left.', 0),
  ...counts,
});

export type KeptData = Omit<z.output<typeof keptData>, 'ok'>;
export type ErasedData = Omit<z.output<typeof erasedData>, 'ok'>;
