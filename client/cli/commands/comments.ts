import type { Command } from 'commander';

import { inChunks } from '../../../shared/chunks.ts';
import { plural } from '../plural.ts';
import { plainText, type BlogClient, type BlogInputs } from '../../index.ts';
import { UsageError } from '../failures.ts';
import { confirm, readText } from '../input.ts';
import { addPaging, choice, pageLine } from '../options.ts';
import { formatMinute, table } from '../output.ts';
import { openSession } from '../session.ts';

/** Adds comments list, approve, hold, spam, reply and delete. */
export function addCommentCommands(program: Command): void {
  const comments = program.command('comments').description('moderate comments');
  addPaging(comments.command('list').description('list comments, newest first'))
    .addOption(choice('--status <status>', 'only those', ['approved', 'pending', 'spam']))
    .option('--post <id>', 'only those on this post, or in gb-note or gb-idea')
    .option('--search <text>', 'part of author or comment')
    .addOption(choice('--order <order>', 'held: pending ones first', ['newest', 'held']))
    .action(list);
  comments.command('approve').argument('<id...>').description('show comments to visitors').action(moderate('approve'));
  comments.command('hold').argument('<id...>').description('hide comments until approved').action(moderate('hold'));
  comments.command('spam').argument('<id...>').description('mark comments as spam').action(moderate('spam'));
  comments
    .command('reply')
    .argument('<id>')
    .argument('[text]')
    .description('answer a comment as the owner, which approves it')
    .option('--file <path>', 'the answer, from a file or from standard input (-)')
    .action(reply);
  comments
    .command('delete')
    .argument('<id...>')
    .description('delete comments with their replies')
    .option('--yes', 'do not ask')
    .action(remove);
}

/** The maximum number of ids in a call. */
const MAX_IDS = 200;

type ListOptions = Exclude<BlogInputs['comments']['all'], void>;

async function list({ page, pageSize, status, post, search, order }: ListOptions, command: Command): Promise<void> {
  const { client, answer } = await openSession(command);
  const found = await client.comments.all({ page, pageSize, status, post, search, order });
  const rows = found.comments.map((comment) => [
    comment.id,
    formatMinute(comment.date),
    comment.heldBecause === 'spam' ? 'spam' : comment.status,
    comment.post_id,
    plainText(comment.author),
    plainText(comment),
  ]);
  const heading = ['ID', 'DATE', 'STATUS', 'POST', 'AUTHOR', 'COMMENT'];
  answer(found, `${table(heading, rows)}\n${pageLine(rows.length, found, 'comments')}`);
}

/** The status that a command gives a comment. */
const statuses = { approve: 'approved', hold: 'pending', spam: 'spam' } as const;

function moderate(action: keyof typeof statuses) {
  return async (ids: string[], _options: object, command: Command): Promise<void> => {
    const { client, answer } = await openSession(command);
    const [id = '', ...others] = ids;
    if (others.length === 0) {
      const status = statuses[action];
      return answer(await client.comments.moderate({ id, status }), `The comment is ${status}`);
    }
    const changed = await inBulk(client, action, ids);
    answer({ ok: true, changed }, `${changed} of ${plural(ids.length, 'comment')} changed`);
  };
}

async function reply(id: string, text: string | undefined, { file }: { file?: string }, command: Command) {
  if ((text === undefined) === (file === undefined)) throw new UsageError('Pass the reply as text or with --file.');
  const { client, answer } = await openSession(command);
  const content = text ?? (await readText(file!));
  const answered = await client.comments.reply({ id, content });
  answer(answered, `The reply is ${answered.comment.id}`);
}

async function remove(ids: string[], { yes }: { yes?: boolean }, command: Command): Promise<void> {
  const { client, answer } = await openSession(command);
  if (!yes) await confirm(ids.length === 1 ? 'Delete the comment with its replies?' : `Delete ${ids.length} comments?`);
  const [id = '', ...others] = ids;
  const deleted =
    others.length === 0 ? (await client.comments.delete({ id })).deleted : await inBulk(client, 'delete', ids);
  answer({ ok: true, deleted }, deleted === 1 ? 'Deleted 1 comment' : `Deleted ${deleted} comments, replies included`);
}

async function inBulk(client: BlogClient, action: keyof typeof statuses | 'delete', ids: string[]): Promise<number> {
  let changed = 0;
  for (const some of inChunks(ids, MAX_IDS)) changed += (await client.comments.bulk({ action, ids: some })).changed;
  return changed;
}
