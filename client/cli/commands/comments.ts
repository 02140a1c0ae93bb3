import type { Command } from 'commander';

import { plainText, type BlogClient, type BlogInputs } from '../../index.ts';
import { confirm } from '../input.ts';
import { addPaging, choice, pageLine } from '../options.ts';
import { table } from '../output.ts';
import { sessionOf } from '../session.ts';

/** Adds comments list, approve, hold and delete. */
export function addCommentCommands(program: Command): void {
  const comments = program.command('comments').description('moderate comments');
  addPaging(comments.command('list').description('list comments, the newest first'))
    .addOption(choice('--status <status>', 'only those', ['approved', 'pending']))
    .option('--post <id>', 'only those on this post, or in gb-note or gb-idea')
    .option('--search <text>', 'part of author or comment')
    .action(list);
  comments.command('approve').argument('<id...>').description('show comments to visitors').action(moderate('approve'));
  comments.command('hold').argument('<id...>').description('hide comments until approved').action(moderate('hold'));
  comments
    .command('delete')
    .argument('<id...>')
    .description('delete comments with their replies')
    .option('--yes', 'do not ask')
    .action(remove);
}

/** How many ids one call takes. */
const BULK = 200;

type ListOptions = Exclude<BlogInputs['comments']['all'], void>;

async function list({ page, pageSize, status, post, search }: ListOptions, command: Command): Promise<void> {
  const { client, answer } = await sessionOf(command);
  const found = await client.comments.all({ page, pageSize, status, post, search });
  const rows = found.comments.map((comment) => [
    comment.id,
    comment.date.slice(0, 16).replace('T', ' '),
    comment.status,
    comment.post_id,
    plainText(comment.author),
    plainText(comment),
  ]);
  const heading = ['ID', 'DATE', 'STATUS', 'POST', 'AUTHOR', 'COMMENT'];
  answer(found, `${table(heading, rows)}\n${pageLine(rows.length, found, 'comments')}`);
}

function moderate(action: 'approve' | 'hold') {
  return async (ids: string[], _options: object, command: Command): Promise<void> => {
    const { client, answer } = await sessionOf(command);
    const [id = '', ...others] = ids;
    if (others.length === 0) {
      const status = action === 'approve' ? 'approved' : 'pending';
      return answer(await client.comments.moderate({ id, status }), `The comment is ${status}`);
    }
    const changed = await inBulk(client, action, ids);
    answer({ ok: true, changed }, `${changed} of ${ids.length} comments changed`);
  };
}

async function remove(ids: string[], { yes }: { yes?: boolean }, command: Command): Promise<void> {
  const { client, answer } = await sessionOf(command);
  if (!yes) await confirm(ids.length === 1 ? 'Delete the comment with its replies?' : `Delete ${ids.length} comments?`);
  const [id = '', ...others] = ids;
  const deleted =
    others.length === 0 ? (await client.comments.delete({ id })).deleted : await inBulk(client, 'delete', ids);
  answer({ ok: true, deleted }, deleted === 1 ? 'Deleted 1 comment' : `Deleted ${deleted} comments, replies included`);
}

async function inBulk(client: BlogClient, action: 'approve' | 'hold' | 'delete', ids: string[]): Promise<number> {
  let changed = 0;
  for (let at = 0; at < ids.length; at += BULK) {
    changed += (await client.comments.bulk({ action, ids: ids.slice(at, at + BULK) })).changed;
  }
  return changed;
}
