import { z } from 'zod';

import { languageNames } from '../../shared/languages.ts';
import { emailAddress } from '../base/mail-address.ts';
import {
  count,
  existingId,
  ok,
  pageNumber,
  pageSize,
  paging,
  refusedRows,
  searchTerm,
  timestamp,
} from '../base/schemas.ts';
import { languageTag } from '../data/settings/formats.ts';

/** The maximum length of a CSV file in characters; the body may have 4 MiB. */
const MAX_CSV = 4_000_000;

const subscriberId = { description: 'The id of the subscriber.', examples: ['sub-0mm5lxs00a1b2c3d4e5f60718'] };
const emailMeta = { description: 'The e-mail address.', examples: ['ada@example.org'] };
const state = z.enum(['pending', 'confirmed']);
const stateMeta = { description: 'pending: the address is not confirmed yet, and gets no posts.' };

/** Addresses that differ in case are one subscriber. */
const email = emailAddress.transform((address) => address.toLowerCase()).meta(emailMeta);
const language = languageTag.optional().meta({
  description: 'The language of the mails, such as en, de or zh-CN; default: that of the site.',
  examples: ['de'],
});

export const addressInput = z.object({ email, language });
export const idInput = z.object({ id: existingId.meta(subscriberId) });
export const listInput = z.object({
  page: pageNumber(),
  pageSize: pageSize(),
  state: state.optional().meta({ description: 'Only subscribers in this state.' }),
  search: searchTerm.optional().meta({ description: 'Only addresses that contain this text.' }),
});
export const importInput = z.object({
  csv: z
    .string()
    .max(MAX_CSV)
    .meta({
      description:
        'The file: a row for each address, with names of columns in the first row, of which `email` is required; or only addresses.',
      examples: ['email,language\nada@example.org,en\n'],
    }),
  dryRun: z.boolean().default(false).meta({ description: 'Only report what an import would do.' }),
});
export const exportInput = z.object({
  cursor: z
    .string()
    .max(100)
    .refine((id) => /^sub-[0-9a-z]{9}[0-9a-f]{16}$/.test(id), { error: 'must be the cursor of an earlier response' })
    .optional()
    .meta({ description: 'The cursor of the previous page.' }),
});

const subscriber = z
  .object({
    id: z.string().meta(subscriberId),
    email: z.string().meta(emailMeta),
    language: z.enum(languageNames).meta({ description: 'The language of the mails.', examples: ['en'] }),
    state: state.meta(stateMeta),
    source: z.enum(['visitor', 'owner', 'import']).meta({
      description: 'visitor: subscribed on the site. owner: added by the owner. import: from a CSV file or an archive.',
    }),
    createdAt: timestamp('When the address was stored.'),
    confirmedAt: timestamp('When it was confirmed; null: not yet.').nullable(),
  })
  .meta({ id: 'Subscriber' });

export const accepted = z.object({ ok });
export const oneSubscriber = z.object({ ok, subscriber });
export const removed = z.object({ ok, id: z.string().meta(subscriberId) });
export const subscriberList = z.object({
  ok,
  subscribers: z.array(subscriber).meta({ description: 'Newest first.' }),
  ...paging,
  confirmed: count('Number of all confirmed subscribers.', 1),
  pending: count('Number of all that are not confirmed yet.', 0),
});
export const importReport = z.object({
  ok,
  added: count('Addresses that are new.', 2),
  confirmed: count('Addresses that were pending, and are confirmed now.', 0),
  unchanged: count('Addresses that were confirmed already, or are in the file more than once.', 0),
  ended: z.array(z.int().min(1)).meta({
    description:
      'Lines of addresses that were skipped: their people ended the subscription. Only they can subscribe again.',
    examples: [[]],
  }),
  refused: refusedRows('"ada@" is not an e-mail address.'),
});
export const exportPage = z.object({
  ok,
  csv: z.string().meta({
    description: 'The next part of the file, in UTF-8; the first one begins with a byte order mark and the names.',
    examples: ['\ufeffemail,language,state,source,created_at,confirmed_at\r\n'],
  }),
  cursor: z.string().optional().meta({ description: 'The cursor of the next page; absent on the last one.' }),
});

export type SubscribeInput = z.output<typeof addressInput>;
export type ListInput = z.output<typeof listInput>;
export type ImportInput = z.output<typeof importInput>;
export type ImportReport = Omit<z.output<typeof importReport>, 'ok'>;
export type SubscriberShape = z.output<typeof subscriber>;
