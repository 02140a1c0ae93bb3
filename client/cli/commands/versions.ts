import type { Command } from 'commander';

import { addPaging, counting, pageLine } from '../options.ts';
import { table } from '../output.ts';
import { sessionOf } from '../session.ts';

/** Adds rename, revisions and restore, which are the same for posts and pages. */
export function addVersionCommands(group: Command, one: 'post' | 'page'): void {
  group
    .command('rename')
    .argument('<id>')
    .argument('<new-id>')
    .description(`change the id of a ${one}; its old URL redirects`)
    .action(rename);
  addPaging(
    group.command('revisions').argument('<id>').description(`list the versions of a ${one}, the newest first`),
  ).action(revisions);
  group
    .command('restore')
    .argument('<id>')
    .argument('<version>', `one that "${one}s revisions" lists`, counting)
    .description(`give a ${one} the text and fields that it had in a version`)
    .action(restore);
}

async function rename(id: string, newId: string, _options: object, command: Command): Promise<void> {
  const { client, answer } = await sessionOf(command);
  const renamed = await client.posts.rename({ id, newId });
  answer(renamed, `Renamed to ${renamed.id}, now version ${renamed.version}`);
}

interface Paging {
  page?: number;
  pageSize?: number;
}

async function revisions(id: string, { page, pageSize }: Paging, command: Command): Promise<void> {
  const { client, answer } = await sessionOf(command);
  const found = await client.revisions.list({ id, page, pageSize });
  const rows = found.revisions.map(({ version, savedAt, status, characters, title, protected: sealed }) => [
    String(version),
    savedAt,
    status,
    sealed ? 'protected' : String(characters),
    title,
  ]);
  const heading = ['VERSION', 'SAVED', 'STATUS', 'LENGTH', 'TITLE'];
  answer(found, [table(heading, rows, 80), pageLine(rows.length, found, 'versions')].join('\n'));
}

async function restore(id: string, version: number, _options: object, command: Command): Promise<void> {
  const { client, answer } = await sessionOf(command);
  const restored = await client.revisions.restore({ id, version });
  answer(restored, `Restored ${restored.id} as it was in version ${version}, now version ${restored.version}`);
}
