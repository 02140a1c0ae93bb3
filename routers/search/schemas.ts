import { z } from 'zod';

import { postSummary } from '../posts/answers.ts';
import { cleanString, ok, pageNumber, pageSize, paging } from '../schemas.ts';

const QUERY_LENGTH = 80;
/** The highest page, as in the list of posts. */
const LAST_PAGE = 200;
const MOST_RESULTS = 50;
/** How many posts a query finds at most: what all its pages hold. */
export const MOST_FOUND = LAST_PAGE * MOST_RESULTS;

export const searchInput = z.object({
  q: cleanString(0, QUERY_LENGTH)
    .default('')
    .meta({ description: 'Words that all must occur; the last one may be the beginning of a word.' }),
  page: pageNumber(LAST_PAGE),
  pageSize: pageSize(MOST_RESULTS),
});

const searchResult = z
  .object({
    ...postSummary.shape,
    snippet: z.string().meta({
      description: 'HTML: a piece of the text with the words that were found in `<mark>`, and everything else escaped.',
    }),
  })
  .meta({ id: 'SearchResult' });

export const searchResults = z.object({
  ok,
  query: z.string().meta({ description: 'What was looked for.' }),
  results: z.array(searchResult),
  ...paging,
});

export type SearchInput = z.output<typeof searchInput>;
export type SearchResult = z.output<typeof searchResult>;
