import { z } from 'zod';

import { ok, timestamp } from '../../base/schemas.ts';
import { auditedSubjects } from '../../core/audited.ts';

const subject = z
  .enum([...auditedSubjects, 'console'])
  .meta({ description: 'What it concerns: the first part of the action, or `console` for commands on the server.' });
const before = z
  .string()
  .optional()
  .meta({ description: 'The cursor `before` of an earlier response, for the entries before it.' });

export const listInput = z.object({
  subject: subject.optional().meta({ description: 'Only entries that concern this.' }),
  before,
  limit: z.int().min(1).max(100).default(50).meta({ description: 'Entries in the response.' }),
});
export const exportInput = listInput.pick({ subject: true, before: true });

const entry = z
  .object({
    id: z.string().meta({ description: 'Its cursor.', examples: ['4k'] }),
    at: timestamp('When it was done.'),
    who: z
      .object({
        kind: z.enum(['session', 'key', 'visitor', 'mail', 'console']).meta({
          description:
            'A session of the administrator, an API key, someone who tries to sign in, a link in a mail, or a command on the server.',
        }),
        id: z
          .string()
          .nullable()
          .meta({ description: 'The id of the session or the key.', examples: ['k-0mm5lxs00a1b2'] }),
        name: z
          .string()
          .nullable()
          .meta({ description: 'The name of the key at that time.', examples: ['Deploy'] }),
      })
      .meta({ description: 'Who did it.' }),
    subject: subject.meta({ examples: ['posts'] }),
    action: z.string().meta({ description: 'The procedure, or what it did.', examples: ['posts.update'] }),
    object: z
      .string()
      .nullable()
      .meta({ description: 'The id or name of the object.', examples: ['first-light'] }),
    network: z
      .string()
      .nullable()
      .meta({ description: 'The network of the client IP, /24 or /48.', examples: ['192.0.2.0/24'] }),
  })
  .meta({ id: 'AuditEntry' });

export const entryList = z.object({
  ok,
  entries: z.array(entry).meta({ description: 'The newest first.' }),
  before: z.string().optional().meta({ description: 'Cursor for older entries; absent if there are none.' }),
});
export const exportedEntries = z.object({
  ok,
  csv: z.string().meta({
    description: 'A part of the CSV file. All parts together are the file.',
    examples: ['at,kind,id,name,subject,action,object,network\n'],
  }),
  before: z.string().optional().meta({ description: 'Cursor for the next part; absent after the last.' }),
});

export type AuditListInput = z.output<typeof listInput>;
export type ShownEntry = z.output<typeof entry>;
