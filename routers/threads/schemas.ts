import { z } from 'zod';

import { cleanString, ok, orAbsent } from '../base/schemas.ts';
import { commentList, listInput, submitInput } from '../comments/schemas.ts';
import { settingsShape } from '../data/settings/schemas.ts';

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
    .pick({ commentsEnabled: true, language: true, reactions: true })
    .extend({
      offersMail: z.boolean().meta({
        description: 'Whether visitors can leave an address for mails about replies.',
        examples: [true],
      }),
    })
    .meta({ description: 'What a form needs to know of the service.' }),
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
