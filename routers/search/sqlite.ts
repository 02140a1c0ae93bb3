import { sql } from 'kysely';

import type { SearchEngine } from './engine.ts';
import type { Term } from './tokens.ts';

/** Full text search with FTS5, ranked by BM25. */
export const sqliteSearch: SearchEngine = {
  write: (key, { title, tags, excerpt, content }) => ({
    sql: 'insert or replace into post_fts (rowid, title, tags, excerpt, content) values (?, ?, ?, ?, ?)',
    parameters: [key, ...[title, tags, excerpt, content].map((words) => words.join(' '))],
  }),

  hits(terms) {
    const all = terms.map(phrase).join(' AND ');
    const within = (columns: string) =>
      sql`rowid in (select rowid from post_fts where post_fts match ${`{${columns}} : (${all})`})`;
    return sql`(
      select rowid as post_key,
        case
          when ${within('title')} then 0
          when ${within('title tags')} then 1
          when ${within('title tags excerpt')} then 2
          else 3
        end as tier,
        bm25(post_fts, 10, 6, 3, 1) as score
      from post_fts where post_fts match ${all}
    )`;
  },
};

/**
 * Words hold nothing but letters, marks and digits, so no quotation mark either. A word that may go on is asked for as
 * a whole word, too, which ranks those posts higher.
 */
function phrase({ text, prefix }: Term): string {
  return prefix ? `("${text}" OR "${text}"*)` : `"${text}"`;
}
