import { z } from 'zod';

import { postSummary } from '../posts/answers.ts';
import { cleanString, ok, pageNumber, pageSize, paging } from '../base/schemas.ts';

const QUERY_LENGTH = 80;
/** The highest page, as in the list of posts. */
const LAST_PAGE = 200;
const MAX_RESULTS = 50;
/** The maximum number of results on all pages of a query. */
export const MAX_FOUND = LAST_PAGE * MAX_RESULTS;

export const searchInput = z.object({
  q: cleanString(0, QUERY_LENGTH)
    .default('')
    .meta({
      description:
        'Words that must all occur; the last one may be the beginning of a word. `"Words in quotes"` must follow each other, `-word` and `-"some words"` must not occur.',
      examples: ['ferry'],
    }),
  page: pageNumber(LAST_PAGE),
  pageSize: pageSize(MAX_RESULTS),
});

const searchResult = z
  .object({
    ...postSummary.shape,
    snippet: z.string().meta({
      description: 'HTML: an excerpt with the matching words in `<mark>`; everything else is escaped.',
      examples: ['The <mark>ferry</mark> leaves at six.'],
    }),
  })
  .meta({ id: 'SearchResult' });

export const searchResults = z.object({
  ok,
  query: z.string().meta({ description: 'The query.', examples: ['ferry'] }),
  results: z.array(searchResult).meta({ description: 'The best match first.' }),
  suggestion: z
    .string()
    .optional()
    .meta({ description: 'A similar query that finds something, if this one finds nothing.', examples: ['ferry'] }),
  unsearchable: z
    .literal(true)
    .optional()
    .meta({ description: 'Present if the query has nothing to search for: no word, or only excluded ones.' }),
  ...paging,
});

const siteResult = z
  .object({
    ...searchResult.shape,
    kind: z.enum(['post', 'page']).meta({ description: 'Whether the result is at `/posts/<id>` or `/<id>`.' }),
  })
  .meta({ id: 'SiteSearchResult' });

export const siteResults = z.object({
  ...searchResults.shape,
  results: z.array(siteResult).meta({ description: 'The best match first.' }),
});

export type SearchInput = z.output<typeof searchInput>;
export type SearchResult = z.output<typeof searchResult>;
export type SiteResult = z.output<typeof siteResult>;
