import { writeFile } from 'node:fs/promises';

import type { Command } from 'commander';

import { Failure, fileReason } from '../failures.ts';
import { confirm, readText } from '../input.ts';
import { addPaging, choice, pageLine } from '../options.ts';
import { formatMinute, table, visible } from '../output.ts';
import { openSession } from '../session.ts';

/** Adds subscribers list, add, remove, import and export. */
export function addSubscriberCommands(program: Command): void {
  const subscribers = program.command('subscribers').description('people who get new posts by e-mail');
  addPaging(subscribers.command('list').description('list the subscribers, newest first'))
    .addOption(choice('--state <state>', 'only those in this state', ['pending', 'confirmed']))
    .option('--search <text>', 'only addresses that contain this text')
    .action(list);
  subscribers
    .command('add')
    .argument('<email>')
    .option('--language <tag>', 'the language of the mails (default: that of the site)')
    .description('add somebody who has agreed')
    .action(add);
  subscribers
    .command('remove')
    .argument('<id>')
    .option('--yes', 'do not ask')
    .description('delete a subscriber with the address')
    .action(remove);
  subscribers
    .command('import')
    .argument('<file>', 'a CSV file with the column email; - for standard input')
    .option('--dry-run', 'report what would happen and change nothing')
    .description('add the addresses of a CSV file, whose owners have agreed; can be repeated')
    .action(importFile);
  subscribers
    .command('export')
    .argument('[file]', 'default: standard output')
    .description('write all subscribers as CSV')
    .action(exportFile);
}

interface ListOptions {
  page?: number;
  pageSize?: number;
  state?: 'pending' | 'confirmed';
  search?: string;
}

async function list(options: ListOptions, command: Command): Promise<void> {
  const { client, answer } = await openSession(command);
  const found = await client.subscribers.list(options);
  const rows = found.subscribers.map(({ id, email, state, language, createdAt }) => [
    id,
    state,
    language,
    formatMinute(createdAt),
    email,
  ]);
  const shown = table(['ID', 'STATE', 'LANGUAGE', 'SINCE', 'ADDRESS'], rows);
  answer(found, `${shown}\n${pageLine(rows.length, found, 'subscribers')}`);
}

async function add(email: string, options: { language?: string }, command: Command): Promise<void> {
  const { client, answer } = await openSession(command);
  const made = await client.subscribers.add({ email, ...options });
  const { id, email: address, state } = made.subscriber;
  const isAsked = state === 'pending';
  answer(
    made,
    `${visible(address)} ${isAsked ? 'was erased earlier, and is asked by mail to confirm; it is stored' : 'is subscribed'} as ${id}.`,
  );
}

async function remove(id: string, { yes = false }: { yes?: boolean }, command: Command): Promise<void> {
  if (!yes) await confirm(`Delete the subscriber ${visible(id)}?`);
  const { client, answer } = await openSession(command);
  answer(await client.subscribers.remove({ id }), 'The subscriber is deleted.');
}

async function importFile(file: string, { dryRun = false }: { dryRun?: boolean }, command: Command): Promise<void> {
  const csv = await readText(file);
  const { client, answer } = await openSession(command);
  const report = await client.subscribers.import({ csv, dryRun });
  const { added, confirmed, unchanged, ended, refused } = report;
  const counts = `${added} added, ${confirmed} confirmed, ${unchanged} unchanged, ${ended.length} skipped, ${refused.length} refused`;
  const lines = [
    ...ended.map(
      (line) => `line ${line}: skipped, because this person ended the subscription; only they can subscribe again`,
    ),
    ...refused.map(({ line, reason }) => `line ${line}: ${visible(reason)}`),
  ];
  answer(report, [dryRun ? `Nothing was changed: ${counts}` : counts, ...lines].join('\n'));
  if (refused.length > 0) process.exitCode = 1;
}

/** Writes to standard output page by page, and a file when all pages are there. */
async function exportFile(file: string | undefined, _options: object, command: Command): Promise<void> {
  const { client, answer } = await openSession(command);
  const pages: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.subscribers.export({ cursor });
    if (file === undefined) process.stdout.write(page.csv);
    else pages.push(page.csv);
    cursor = page.cursor;
  } while (cursor !== undefined);
  if (file === undefined) return;
  await writeFile(file, pages.join(''), { mode: 0o600 }).catch((error: unknown) => {
    throw new Failure(`${file} cannot be written: ${fileReason(error)}.`);
  });
  answer({ ok: true, file }, `The subscribers are in ${visible(file)}.`);
}
