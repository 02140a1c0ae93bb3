import { sql } from 'kysely';

import { hiddenAt } from '../posts/visible.ts';
import type { Page, SearchEngine } from './engine.ts';
import type { Term } from './tokens.ts';

/** Full-text search with FTS5, ranked by BM25. */
export const sqliteSearch: SearchEngine = {
  write: (key, { title, tags, excerpt, content }) => ({
    sql: 'insert into post_fts (rowid, title, tags, excerpt, content) values (?, ?, ?, ?, ?)',
    parameters: [key, ...[title, tags, excerpt, content].map((words) => words.join(' '))],
  }),

  // The words stay in the index until it is merged (server/scrub/sqlite.ts), without a row that has them.
  clear: (key) => [{ sql: 'delete from post_fts where rowid = ?', parameters: [key] }],

  queryOf(terms) {
    const all = terms.map(phrase).join(' AND ');
    const within = (columns: string) => `{${columns}} : (${all})`;
    return { title: within('title'), tags: within('title tags'), excerpt: within('title tags excerpt'), content: all };
  },

  matching: ({ content }, { now, withPages }) =>
    sql`(select rowid as post_key from post_fts
      where post_fts match ${content} and rowid not in ${hiddenAt(now, withPages)})`,

  // SQLite evaluates the tiers in order and stops when the page is full.
  best({ title, tags, excerpt, content }, { limit, offset, ...page }) {
    const tiers = [title, tags, excerpt, content].map((words, at, all) => tierOf(at, words, all[at - 1], page));
    return sql`(${sql.join(tiers, sql` union all `)} limit ${limit} offset ${offset})`;
  },
};

/** The hits of one tier that are not in the tier before, the best first. */
function tierOf(tier: number, words: unknown, before: unknown, page: Omit<Page, 'limit' | 'offset'>) {
  const { now, withPages, candidates } = page;
  const others = sql`and rowid not in (select rowid from post_fts where post_fts match ${before})`;
  return sql`select * from (
    select * from (
      select rowid as post_key, ${sql.lit(tier)} as tier, bm25(post_fts, 10, 6, 3, 1) as score
      from post_fts where post_fts match ${words} and rowid not in ${hiddenAt(now, withPages)} ${tier === 0 ? sql`` : others}
      order by rowid desc limit ${candidates}
    ) order by score, post_key desc
  )`;
}

/**
 * Needs no escaping: words consist of letters, marks and digits. A prefix is also searched as a whole word, which ranks
 * such posts higher.
 */
function phrase({ text, prefix }: Term): string {
  return prefix ? `("${text}" OR "${text}"*)` : `"${text}"`;
}
