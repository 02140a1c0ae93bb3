import { z } from 'zod';

import { fetchStates } from '../../entities/media-fetch.ts';
import { count, existingId, ok } from '../base/schemas.ts';
import { link, media } from './schemas.ts';

const id = { description: 'The id of the fetch, mf-…', examples: ['mf-0mm5lxs00a1b2c3d4e5f60718'] };

export const fetchInput = z.object({
  urls: z
    .array(link)
    .min(1)
    .max(500)
    .meta({ description: 'The files to fetch; each is fetched once.', examples: [['https://old.example/a.jpg']] }),
});
export const fetchIdInput = z.object({ id: existingId.meta(id) });
export const fetchStarted = z.object({ ok, id: z.string().meta(id) });
export const fetchState = z.object({
  ok,
  state: z.enum(fetchStates).meta({ description: 'Whether it runs, has ended, or was cancelled.' }),
  done: count('Number of URLs that were fetched or refused.', 1),
  total: count('Number of URLs.', 2),
  results: z
    .array(
      z.object({
        url: z.string().meta({ description: 'As it was sent.', examples: ['https://old.example/a.jpg'] }),
        media: media.optional().meta({ description: 'The file in the library.' }),
        error: z
          .string()
          .optional()
          .meta({
            description: 'Why there is none, as a sentence.',
            examples: ['The server answered 404: there is no such file.'],
          }),
      }),
    )
    .meta({ description: 'The results until now, in the order of the request.' }),
});
