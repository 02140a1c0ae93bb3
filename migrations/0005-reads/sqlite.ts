import type { MigrationSchema } from '../migration.ts';
import { listsOf } from './lists.ts';

/** Triggers for each row. */
export async function makeTriggersForSqlite({ run }: MigrationSchema): Promise<void> {
  const triggers = {
    'list_totals_post_insert after insert on posts': [listed(1, 'new')],
    'list_totals_post_update after update of status, category, tags on posts': [listed(-1, 'old'), listed(1, 'new')],
    'list_totals_post_delete after delete on posts': [listed(-1, 'old')],
    'list_totals_comment_insert after insert on comments': [entered(1, 'new')],
    'list_totals_comment_update after update of status on comments': [entered(-1, 'old'), entered(1, 'new')],
    'list_totals_comment_delete after delete on comments': [entered(-1, 'old')],
    'post_scores_comment_insert after insert on comments': [said('new')],
    'post_scores_comment_update after update of status on comments': [unsaid('old'), said('new')],
    'post_scores_comment_delete after delete on comments': [unsaid('old')],
    'post_scores_counter_insert after insert on post_counters': [counted],
    'post_scores_counter_update after update of views, likes on post_counters': [recounted],
  };
  for (const [head, statements] of Object.entries(triggers)) {
    await run(`create trigger if not exists ${head} begin ${statements.join(' ')} end`);
  }
}

function listed(change: 1 | -1, row: 'old' | 'new'): string {
  const post = `(select ${row}.status as status, ${row}.category as category, ${row}.tags as tags)`;
  return changeTotals(`select kind, name, status, ${change} from (${listsOf(post, 'sqlite')}) where true`);
}

function entered(change: 1 | -1, row: 'old' | 'new'): string {
  return changeTotals(`select 'section', ${row}.section, ${row}.status, ${change} where ${row}.section is not null`);
}

function changeTotals(changes: string): string {
  return `insert into list_totals (kind, name, status, total) ${changes}
    on conflict (kind, name, status) do update set total = total + excluded.total;
    delete from list_totals where total = 0;`;
}

function said(row: 'new'): string {
  return `insert into post_scores (post_key, comments, score)
    select ${row}.post_key, 1, 5 where ${row}.post_key is not null and ${row}.status = 'approved'
    on conflict (post_key) do update set comments = comments + 1, score = score + 5;`;
}

/** A change, and no insertion: the post may just be going. */
function unsaid(row: 'old'): string {
  return `update post_scores set comments = comments - 1, score = score - 5
    where post_key = ${row}.post_key and ${row}.status = 'approved';`;
}

const counted = `insert into post_scores (post_key, comments, score)
  values (new.post_key, 0, new.views + 3 * new.likes)
  on conflict (post_key) do update set score = 5 * comments + excluded.score;`;

const recounted = `update post_scores set score = score + new.views - old.views + 3 * (new.likes - old.likes)
  where post_key = new.post_key;`;
