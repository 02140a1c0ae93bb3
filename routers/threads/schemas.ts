import { z } from 'zod';

import { cleanString, orAbsent } from '../base/schemas.ts';
import { listInput, submitInput } from '../comments/schemas.ts';

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
