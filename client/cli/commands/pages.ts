import type { Command } from 'commander';

import { addPaging, pageLine } from '../options.ts';
import { table } from '../output.ts';
import { openSession } from '../session.ts';
import { describeMarks } from './described.ts';
import { addEntryCommands, type Paging } from './entries.ts';
import { pageStore } from './store.ts';

/** Adds pages list and the commands that posts and pages share. */
export function addPageCommands(program: Command): void {
  const pages = program.command('pages').description('write and read pages, such as "About"');
  addPaging(pages.command('list').description('list pages by title')).action(list);
  addEntryCommands(pages, 'page', pageStore);
}

async function list({ page, pageSize }: Paging, command: Command): Promise<void> {
  const { client, answer } = await openSession(command);
  const found = await client.pages.list({ page, pageSize });
  const rows = found.pages.map((one) => [one.id, one.status, describeMarks(one), one.title]);
  const lines = [table(['ID', 'STATUS', 'MARKS', 'TITLE'], rows, 80), pageLine(rows.length, found, 'pages')];
  answer(found, lines.join('\n'));
}
