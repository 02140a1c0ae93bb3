import { z } from 'zod';

import { cleanString, count, flag, ok, orAbsent, pageNumber, pageSize, paging, timestamp } from '../../base/schemas.ts';
import { commentList } from '../answers.ts';
import { listInput, submitInput } from '../schemas.ts';
import { settingsShape } from '../../data/settings/schemas.ts';

const url = z.string().meta({
  description:
    'The http or https URL of the page, at most 2,000 characters. Scheme, `www.`, default port, case of the host, fragment, `index.html`, a trailing slash, the order of parameters and tracking parameters such as `utm_source` do not count.',
  examples: ['https://notes.example/ferries/'],
});

export const pageInput = listInput.omit({ id: true }).extend({ url });
export const submitToPageInput = submitInput.omit({ id: true }).extend({
  url,
  title: orAbsent(cleanString(0, 200)).meta({
    description: 'The title of the page, for its first comment; default: its URL.',
    examples: ['The ferries'],
  }),
});

/** The comments on a page, with what shows them needs to know of the service. */
export const pageComments = commentList.extend({
  id: z
    .string()
    .meta({ description: 'The id of the thread, in place of that of a post.', examples: ['thread_0123456789abcdef'] }),
  settings: settingsShape
    .pick({ commentsEnabled: true, commentMarkdown: true, language: true, reactions: true })
    .extend({
      offersMail: z.boolean().meta({
        description: 'Whether visitors can leave an address for mails about replies.',
        examples: [true],
      }),
    })
    .meta({ description: 'What a form needs to know of the service.' }),
});

export const previewInput = submitInput.pick({ content: true });
export const commentPreview = z.object({
  ok,
  html: z.string().meta({ description: 'The text as HTML.', examples: ['<p>The ferry leaves at <em>six</em>.</p>'] }),
});

const urls = z
  .array(z.string())
  .min(1)
  .max(100)
  .meta({ description: '1 to 100 URLs of pages.', examples: [['https://notes.example/ferries/']] });
export const countsInput = z.object({ urls });
export const pageCounts = z.object({
  ok,
  counts: z.array(z.int().min(0)).meta({
    description: 'The numbers of approved comments in the order of `urls`; 0 for unknown pages and other sites.',
    examples: [[3]],
  }),
});

const place = {
  url: orAbsent(z.string()).meta({
    description: 'The URL of a page of another site.',
    examples: ['https://notes.example/ferries/'],
  }),
  post: orAbsent(z.string()).meta({ description: 'In place of `url`, the id of a post, page or thread.' }),
};
export const reactionsInput = z.object(place);
export const reactionInput = reactionsInput.extend({
  reaction: z.string().meta({ description: 'A name of the setting `reactions`.', examples: ['heart'] }),
});
export const reactionCounts = z.object({
  ok,
  reactions: z.record(z.string(), z.int().min(0)).meta({
    description: 'The number of each reaction of the setting `reactions`.',
    examples: [{ heart: 3 }],
  }),
});
export type PlaceInput = z.output<typeof reactionsInput>;

const threadId = z.string().meta({ description: 'The id of a thread.', examples: ['thread_0123456789abcdef'] });
const MAX_CSV = 2_000_000;

export const threadsInput = z.object({
  page: pageNumber(),
  pageSize: pageSize(),
  site: z
    .string()
    .optional()
    .meta({ description: 'Those of this site: its host or origin.', examples: ['notes.example'] }),
});
const thread = z
  .object({
    id: threadId,
    url: z.string().meta({ description: 'The URL of the page.', examples: ['https://notes.example/ferries/'] }),
    site: z.string().meta({ description: 'Its host, without `www.`.', examples: ['notes.example'] }),
    title: z.string().meta({ description: 'The title of the page, else its URL.', examples: ['The ferries'] }),
    comments: count('Number of approved comments.', 3),
    created_at: timestamp('When the first comment was written.'),
    closed: z.literal(1).optional().meta({
      description: '1 for a thread that takes no comments by `allowComments`; absent for all others.',
    }),
  })
  .meta({ id: 'Thread' });
export const threadList = z.object({
  ok,
  threads: z.array(thread).meta({ description: 'The newest first.' }),
  ...paging,
});
export const updateThreadInput = z.object({
  id: threadId,
  url: orAbsent(url),
  allowComments: flag.optional().meta({ description: 'Whether visitors may comment on the page.' }),
});
export const oneThread = z.object({ ok, thread });
export const moveInput = z.object({
  csv: z
    .string()
    .max(MAX_CSV)
    .meta({
      description: 'The file: the old and the new address of a page in each row, at most 10,000 of them.',
      examples: ['https://notes.example/old/,https://notes.example/new/\n'],
    }),
  dryRun: z.boolean().default(false).meta({ description: 'Only report what a move would do.' }),
});
const line = z.int().meta({ description: 'The line in the file, from 1.', examples: [2] });
export const moveReport = z.object({
  ok,
  moved: count('Number of threads that were moved.', 1),
  unknown: z
    .array(z.object({ line, url: z.string().meta({ description: 'The old address.' }) }))
    .meta({ description: 'Rows whose old address has no thread.', examples: [[]] }),
  refused: z
    .array(z.object({ line, reason: z.string().meta({ description: 'Why.' }) }))
    .meta({ description: 'Rows that were left out.', examples: [[]] }),
});
export type ListInput = z.output<typeof threadsInput>;
