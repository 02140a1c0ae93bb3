import { sql } from 'kysely';

import { isPublicKey } from '../visible.ts';
import { rankPosts, scopes, type Page, type SearchEngine } from './engine.ts';
import type { Term } from '../../data/words/terms.ts';

/** Full-text search with FTS5. */
export const sqliteSearch: SearchEngine = {
  write: (key, { title, tags, excerpt, content }) => ({
    sql: 'insert into post_fts (rowid, title, tags, excerpt, content) values (?, ?, ?, ?, ?)',
    parameters: [key, ...[title, tags, excerpt, content].map((words) => words.join(' '))],
  }),

  // The words stay in the index until it is merged (server/storage/scrub/sqlite.ts), without a row that has them.
  clear: (key) => [{ sql: 'delete from post_fts where rowid = ?', parameters: [key] }],

  queryOf(terms) {
    const excluded = terms.excluded.map((term) => anyForm(term, false));
    const without = (hits: string, others: string[]) => {
      const all = [...others, ...excluded];
      return all.length === 0 ? hits : `(${hits}) NOT (${all.join(' OR ')})`;
    };
    const inScope = (scope: number, isWhole: boolean) => {
      const all = terms.wanted.map((term) => anyForm(term, isWhole)).join(' AND ');
      return scope === scopes.length - 1 ? `(${all})` : `({${scopes[scope]!.join(' ')}} : (${all}))`;
    };
    return {
      matching: without(inScope(scopes.length - 1, false), []),
      ranks: rankPosts(terms, inScope, without),
      phrases: [],
      phraseTexts: [],
      excludedWords: [],
      excludedPhrases: [],
      excludedTexts: [],
    };
  },

  matching: ({ matching }, { now, withPages }) =>
    sql`(select rowid as post_key from post_fts
      where post_fts match ${matching} and ${isPublicKey('sqlite', 'post_fts.rowid', now, withPages)})`,

  // SQLite evaluates the groups in order and stops when the page is full.
  best({ ranks }, { limit, offset, ...page }) {
    const groups = ranks.map((words, place) => groupOf(place, words, page));
    return sql`(${sql.join(groups, sql` union all `)} limit ${limit} offset ${offset})`;
  },
};

function groupOf(place: number, words: unknown, { now, withPages, candidates }: Omit<Page, 'limit' | 'offset'>) {
  return sql`select * from (
    select posts.key as post_key, ${sql.lit(place)} as place
    from (
      select rowid as found from post_fts
      where post_fts match ${words} and ${isPublicKey('sqlite', 'post_fts.rowid', now, withPages)}
      order by rowid desc limit ${candidates}
    ) cross join posts on posts.key = found
    order by posts.date desc, posts.key desc
  )`;
}

function anyForm({ tokens, former, prefix }: Term, isWhole: boolean): string {
  const begins = prefix === 'character' || (prefix === 'word' && !isWhole);
  const forms = [tokens, former].flatMap((form) => (form ? [`"${form.join(' ')}"${begins ? ' *' : ''}`] : []));
  return forms.length === 1 ? forms[0]! : `(${forms.join(' OR ')})`;
}
