import type { Migration, MigrationSchema } from './migration.ts';

/**
 * Triggers that note, in the table `touched`, what a transaction changes of what visitors see. Whoever commits takes the
 * notes out first, so the table is always empty; no statement, cascade or hand-written SQL is missed.
 */
export const touched: Migration = {
  name: '0003-touched',
  async up(schema) {
    await (schema.dialect === 'sqlite' ? makeForSqlite(schema) : makeForPostgres(schema));
  },
};

/** What a row's change touches: a tag, and the rows to which it applies. `row` stands for the old or the new row. */
interface Note {
  tag: string;
  when?: string;
}

interface Watched {
  table: string;
  /** For insertions, deletions, and for both sides of a change. */
  notes: Note[];
  /** For changes only, and not for insertions and deletions. */
  changes?: Note[];
}

const slug = '(select slug from posts where key = row.post_key)';

const watched: Watched[] = [
  {
    table: 'posts',
    notes: [{ tag: `'posts'`, when: `row.status = 'published'` }, { tag: `'post:' || row.slug` }],
  },
  {
    table: 'post_counters',
    notes: [],
    changes: [{ tag: `'counts:' || ${slug}` }, { tag: `'likes'`, when: 'new.likes <> old.likes' }],
  },
  {
    table: 'comments',
    notes: [
      { tag: `'thread:' || coalesce(row.section, ${slug})`, when: `row.status = 'approved'` },
      { tag: `'comments'`, when: `row.status = 'approved'` },
    ],
  },
  { table: 'settings', notes: [{ tag: `'settings'` }] },
  { table: 'login_failures', notes: [{ tag: `'login'` }] },
];

async function makeForSqlite({ run }: MigrationSchema): Promise<void> {
  await run('create table if not exists touched (tag text not null)');
  for (const { table, notes, changes = [] } of watched) {
    const sides = {
      insert: inserts(notes, 'new'),
      delete: inserts(notes, 'old'),
      update: [...inserts(notes, 'old'), ...inserts(notes, 'new'), ...inserts(changes, 'new')],
    };
    for (const [event, statements] of Object.entries(sides)) {
      if (statements.length === 0) continue;
      await run(
        `create trigger if not exists touched_${table}_${event} after ${event} on ${table}
        begin ${statements.join(' ')} end`,
      );
    }
  }
}

async function makeForPostgres({ run }: MigrationSchema): Promise<void> {
  // Unlogged: no row of it is ever committed.
  await run('create unlogged table if not exists touched (tag text not null)');
  for (const { table, notes, changes = [] } of watched) {
    await run(`create or replace function touched_${table}() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'DELETE' then ${inserts(notes, 'new').join(' ')} null; end if;
        if tg_op <> 'INSERT' then ${inserts(notes, 'old').join(' ')} null; end if;
        if tg_op = 'UPDATE' then ${inserts(changes, 'new').join(' ')} null; end if;
        return null;
      end $$`);
    await run(`drop trigger if exists touched_${table} on ${table}`);
    await run(`create trigger touched_${table} after insert or update or delete on ${table}
      for each row execute function touched_${table}()`);
  }
}

/** A comment that goes with its post finds no slug any more; the post's own note covers it. */
function inserts(notes: Note[], row: 'old' | 'new'): string[] {
  return notes.map(({ tag, when = 'true' }) => {
    const value = tag.replaceAll('row.', `${row}.`);
    return `insert into touched (tag) select ${value} where ${when.replaceAll('row.', `${row}.`)} and ${value} is not null;`;
  });
}
