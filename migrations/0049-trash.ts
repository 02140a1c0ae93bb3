import { addColumn } from './add-column.ts';
import { listsOf } from './0005-reads/lists.ts';
import type { Migration, MigrationSchema } from './migration.ts';

/**
 * The trash. Instances of earlier versions see a draft there, which they show to no visitor; once they publish it, it has
 * left the trash. The lengths of lists leave out the trash, and the threads of other sites.
 */
export const trash: Migration = {
  name: '0049-trash',
  async up(schema) {
    const text = schema.dialect === 'postgres' ? 'text collate "C"' : 'text';
    await addColumn(schema, 'posts', 'trash_until', text);
    const state = `constraint posts_trash_state_check check (trash_state in ('draft', 'scheduled', 'published'))`;
    await addColumn(schema, 'posts', 'trash_state', `${text} ${state}`);
    await addColumn(schema, 'posts', 'trash_publish_at', text);
    await schema.run(
      'create index if not exists posts_trash on posts (trash_until, key) where trash_until is not null',
    );
    await (schema.dialect === 'sqlite' ? watchOnSqlite(schema) : watchOnPostgres(schema));
  },
};

const isThread = (row: string) => `(${row}slug >= 'thread_' and ${row}slug < 'thread\`')`;
const isInTrash = (row: string) => `(${row}status = 'draft' and ${row}trash_until is not null)`;
const EMPTY = 'trash_until = null, trash_state = null, trash_publish_at = null';

async function watchOnSqlite({ run }: MigrationSchema): Promise<void> {
  const triggers: Record<string, [head: string, row: 'new' | 'old', statements: string[]]> = {
    list_totals_post_insert: ['after insert on posts', 'new', [listed(1, 'new')]],
    list_totals_post_update: [
      'after update of status, category, tags, trash_until on posts',
      'new',
      [listed(-1, 'old'), listed(1, 'new')],
    ],
    list_totals_post_delete: ['after delete on posts', 'old', [listed(-1, 'old')]],
  };
  for (const [name, [head, row, statements]] of Object.entries(triggers)) {
    await run(`drop trigger if exists ${name}`);
    await run(`create trigger ${name} ${head} when not ${isThread(`${row}.`)} begin ${statements.join(' ')} end`);
  }
  await run('drop trigger if exists posts_leave_trash');
  await run(`create trigger posts_leave_trash after update of status on posts
    when new.status = 'published' and new.trash_until is not null
    begin update posts set ${EMPTY} where key = new.key; end`);
}

function listed(change: 1 | -1, row: 'old' | 'new'): string {
  const post = `(select ${row}.status as status, ${row}.category as category, ${row}.tags as tags)`;
  return `insert into list_totals (kind, name, status, total)
      select kind, name, status, ${change} from (${listsOf(post, 'sqlite')}) where not ${isInTrash(`${row}.`)}
    on conflict (kind, name, status) do update set total = total + excluded.total;
    delete from list_totals where total = 0;`;
}

async function watchOnPostgres({ run }: MigrationSchema): Promise<void> {
  const came = { table: 'came', change: 1 };
  const went = { table: 'went', change: -1 };
  for (const [event, sides] of Object.entries({ insert: [came], update: [went, came], delete: [went] })) {
    const changes = sides
      .map(({ table, change }) => {
        const posts = `(select * from ${table} where not ${isThread('')} and not ${isInTrash('')})`;
        return `select *, ${change} as change from (${listsOf(posts, 'postgres')}) as ${table}_rows`;
      })
      .join(' union all ');
    await run(`create or replace function list_totals_posts_${event}() returns trigger language plpgsql as $$
      begin
        insert into list_totals (kind, name, status, total)
          select kind, name, status, sum(change) from (${changes}) as changes
          group by kind, name, status having sum(change) <> 0 order by kind, name, status
          on conflict (kind, name, status) do update set total = list_totals.total + excluded.total;
        delete from list_totals where total = 0;
        return null;
      end $$`);
  }
  await run(`create or replace function posts_leave_trash() returns trigger language plpgsql as $$
    begin
      new.trash_until := null;
      new.trash_state := null;
      new.trash_publish_at := null;
      return new;
    end $$`);
  await run('drop trigger if exists posts_leave_trash on posts');
  await run(`create trigger posts_leave_trash before update of status on posts for each row
    when (new.status = 'published' and new.trash_until is not null) execute function posts_leave_trash()`);
}
