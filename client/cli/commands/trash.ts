import type { Command } from 'commander';

import { plural } from '../plural.ts';
import { confirm } from '../input.ts';
import { addPaging, pageLine } from '../options.ts';
import { formatMinute, table, visible } from '../output.ts';
import { openSession } from '../session.ts';
import type { Paging } from './entries.ts';

/** Adds trash list, restore, delete and empty. Posts and pages come into the trash by `posts trash` and `pages trash`. */
export function addTrashCommands(program: Command): void {
  const trash = program.command('trash').description('restore posts and pages from the trash');
  addPaging(trash.command('list').description('list what is in the trash, the last ones first')).action(list);
  trash.command('restore').argument('<id>').description('restore a post or page as a draft').action(restore);
  trash
    .command('delete')
    .argument('<id>')
    .description('delete a post or page in the trash for ever')
    .option('--yes', 'do not ask')
    .action(remove);
  trash
    .command('empty')
    .description('delete everything in the trash for ever')
    .option('--yes', 'do not ask')
    .action(empty);
}

async function list({ page, pageSize }: Paging, command: Command): Promise<void> {
  const { client, answer } = await openSession(command);
  const found = await client.trash.list({ page, pageSize });
  const rows = found.posts.map(({ id, kind, status, expiresAt, title }) => [
    id,
    kind,
    status,
    formatMinute(expiresAt),
    title,
  ]);
  const lines = [
    table(['ID', 'KIND', 'WAS', 'UNTIL', 'TITLE'], rows, 80),
    pageLine(rows.length, found, 'posts and pages'),
  ];
  answer(found, lines.join('\n'));
}

async function restore(id: string, _options: object, command: Command): Promise<void> {
  const { client, answer } = await openSession(command);
  const restored = await client.trash.restore({ id });
  answer(restored, `Restored ${restored.id} as a draft, now version ${restored.version}`);
}

async function remove(id: string, { yes }: { yes?: boolean }, command: Command): Promise<void> {
  const { client, answer } = await openSession(command);
  if (!yes) await confirm(`Delete ${visible(id)} with its comments for ever?`);
  const gone = await client.trash.delete({ id });
  answer(gone, `Deleted ${gone.id}`);
}

async function empty({ yes }: { yes?: boolean }, command: Command): Promise<void> {
  const { client, answer } = await openSession(command);
  if (!yes) await confirm('Delete everything in the trash for ever?');
  const gone = await client.trash.empty();
  answer(gone, `Deleted ${plural(gone.deleted, 'post or page', 'posts and pages')}`);
}
