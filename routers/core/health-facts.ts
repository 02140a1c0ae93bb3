import { z } from 'zod';

import { ok, count, timestamp, postId } from '../base/schemas.ts';

const healthFacts = {
  release: z.string().meta({ description: 'The version of Octavo.', examples: ['2.17.0'] }),
  node: z.string().meta({ description: 'The version of Node.js.', examples: ['24.4.1'] }),
  uptime: count('Seconds since the process started.', 86_400),
  workers: z
    .int()
    .min(1)
    .meta({ description: 'Number of serving processes: always 1.', examples: [1] }),
  database: z
    .object({
      engine: z.enum(['sqlite', 'postgres']).meta({ description: 'The database engine.' }),
      version: z.string().meta({ description: 'Its version; empty while it does not answer.', examples: ['18.1'] }),
      bytes: count('The size of the database in bytes.', 4_194_304),
      ok: z.boolean().meta({ description: 'Whether the database answers, and accepts writes.' }),
      problem: z
        .string()
        .nullable()
        .meta({ description: 'What is wrong, and how to mend it.', examples: [null] }),
    })
    .meta({ description: 'The database.' }),
  counters: z
    .object({
      store: z.enum(['memory', 'redis']).meta({ description: 'Where requests are counted.' }),
      ok: z.boolean().meta({ description: 'Whether requests are counted; otherwise no limit applies.' }),
    })
    .meta({ description: 'The counters of the rate limits.' }),
  mail: z
    .object({
      ok: z.boolean().meta({ description: 'Whether the mail server can be used.' }),
      problem: z
        .string()
        .nullable()
        .meta({ description: 'What is wrong, and how to mend it.', examples: [null] }),
      waiting: count('Requests to confirm an address that wait, because there are more than MAIL_CONFIRMATIONS.', 0),
      dropped: count('Those that were given up in the last 24 hours.', 0),
    })
    .nullable()
    .meta({ description: 'The mail server; null unless mail is configured.' }),
  disk: z
    .object({ free: count('Free bytes.', 20_000_000_000), total: count('Total bytes.', 40_000_000_000) })
    .nullable()
    .meta({ description: 'The disk of the SQLite file; null for PostgreSQL.' }),
  backup: z
    .object({
      place: z.string().meta({ description: 'The folder or the bucket.', examples: ['/var/backups/blog'] }),
      lastAt: timestamp('When the last backup that succeeded was begun; null: none was made yet.').nullable(),
      bytes: count('The size of its archive, without the uploaded files beside it.', 1_048_576).nullable(),
      ok: z.boolean().meta({ description: 'Whether the last attempt succeeded, and the last backup is not too old.' }),
      problem: z
        .string()
        .nullable()
        .meta({ description: 'Why the last attempt failed.', examples: [null] }),
    })
    .nullable()
    .meta({ description: 'The backups that the service makes by itself; null: BACKUP_DIR and BACKUP_S3 are not set.' }),
  memory: z
    .object({ resident: count('Resident bytes.', 120_000_000) })
    .meta({ description: 'The memory of the process.' }),
  complexPosts: z
    .array(postId)
    .meta({ description: 'Ids of posts that are too complex to render and shown as plain text; at most 20.' }),
  reservedPages: z.array(postId).meta({
    description:
      'Ids of pages at URLs that the service uses since a later version: they hide its own pages until they are renamed.',
    examples: [[]],
  }),
  notices: z
    .array(
      z.enum([
        'WORKERS_OBSOLETE',
        'CLIENT_IP_UNCHECKED',
        'WEBHOOK_OFF',
        'SPAM_FILTER_UNDECIDED',
        'BACKUP_OFF',
        'BACKUP_FAILED',
        'MEDIA_UNMARKED',
        'MEDIA_FOREIGN',
        'MEDIA_AWAY',
        'MAIL_WITHOUT_SITE',
        'MAIL_FROM_RESERVED',
        'CONFIRMATIONS_LIMITED',
      ]),
    )
    .meta({ description: 'What the owner should see to or decide on.', examples: [['WORKERS_OBSOLETE']] }),
};

export const health = z.object({ ok, ...healthFacts });

export type HealthFacts = Omit<z.output<typeof health>, 'ok'>;
