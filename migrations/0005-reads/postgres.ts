import type { MigrationSchema } from '../migration.ts';
import { listsOf } from './lists.ts';

/**
 * Triggers for each statement, however many rows it writes: for each row, a count that many of them share would be
 * written as often, and every time found through all its former versions. Rows that are locked are locked in the order
 * of their keys, so that two writers wait for each other in one direction only.
 */
export async function makeTriggersForPostgres(schema: MigrationSchema): Promise<void> {
  await watch(schema, 'posts', 'list_totals', (rows) => changeTotals(rows((row) => listsOf(row, 'postgres'))));
  await watch(schema, 'comments', 'list_totals', (rows) =>
    changeTotals(
      rows((row) => `select 'section' as kind, section as name, status from ${row} where section is not null`),
    ),
  );
  await watch(schema, 'comments', 'post_scores', (rows) =>
    changeComments(rows((row) => `select post_key from ${row} where status = 'approved' and post_key is not null`)),
  );
  await watchCounters(schema);
}

/** Makes a subquery of the rows that came (change 1) and went (change -1), as `select` reads each of them. */
type Rows = (select: (transition: string) => string) => string;

async function watch(
  { run }: MigrationSchema,
  source: string,
  kept: string,
  statements: (rows: Rows) => string,
): Promise<void> {
  const came = { table: 'came', change: 1, as: 'new table as came' };
  const went = { table: 'went', change: -1, as: 'old table as went' };
  const events = { insert: [came], update: [went, came], delete: [went] };
  for (const [event, sides] of Object.entries(events)) {
    const name = `${kept}_${source}_${event}`;
    const rows: Rows = (select) =>
      sides
        .map(({ table, change }) => `select *, ${change} as change from (${select(table)}) as ${table}_rows`)
        .join(' union all ');
    await run(`create or replace function ${name}() returns trigger language plpgsql as $$
      begin ${statements(rows)} return null; end $$`);
    await run(`drop trigger if exists ${name} on ${source}`);
    await run(`create trigger ${name} after ${event} on ${source}
      referencing ${sides.map(({ as }) => as).join(' ')} for each statement execute function ${name}()`);
  }
}

function changeTotals(changes: string): string {
  return `insert into list_totals (kind, name, status, total)
      select kind, name, status, sum(change) from (${changes}) as changes
      group by kind, name, status having sum(change) <> 0 order by kind, name, status
      on conflict (kind, name, status) do update set total = list_totals.total + excluded.total;
    delete from list_totals where total = 0;`;
}

/** Where there are fewer it is a change, and no insertion: the post may just be going. */
function changeComments(changes: string): string {
  const by = `select post_key, sum(change) as n from (${changes}) as changes group by post_key`;
  return `insert into post_scores (post_key, comments, score)
      select post_key, n, 5 * n from (${by}) as sums where n > 0 order by post_key
      on conflict (post_key) do update
      set comments = post_scores.comments + excluded.comments, score = post_scores.score + excluded.score;
    update post_scores set comments = comments + n, score = score + 5 * n
      from (
        select sums.post_key, n from (${by}) as sums
        join post_scores on post_scores.post_key = sums.post_key
        where n < 0 order by sums.post_key for update of post_scores
      ) as fewer where post_scores.post_key = fewer.post_key;`;
}

async function watchCounters({ run }: MigrationSchema): Promise<void> {
  await run(`create or replace function post_scores_post_counters() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into post_scores (post_key, comments, score) values (new.post_key, 0, new.views + 3 * new.likes)
        on conflict (post_key) do update set score = 5 * post_scores.comments + excluded.score;
      else
        update post_scores set score = score + new.views - old.views + 3 * (new.likes - old.likes)
        where post_key = new.post_key;
      end if;
      return null;
    end $$`);
  await run('drop trigger if exists post_scores_post_counters on post_counters');
  await run(`create trigger post_scores_post_counters after insert or update on post_counters
    for each row execute function post_scores_post_counters()`);
}
