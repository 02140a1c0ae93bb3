import type { Command } from 'commander';

import type { BlogClient } from '../../index.ts';
import { confirm } from '../input.ts';
import { addPaging, parseCount, pageLine } from '../options.ts';
import { formatMinute, table, visible } from '../output.ts';
import { openSession } from '../session.ts';
import { describeEntry } from './described.ts';
import { addFields, readFields, type EntryOptions } from './post-fields.ts';
import type { Store } from './store.ts';

/**
 * Adds show, create, edit, rename, revisions, restore, publish, unpublish, trash and delete, which are the same for posts
 * and pages.
 */
export function addEntryCommands(group: Command, one: 'post' | 'page', open: (client: BlogClient) => Store): void {
  group.command('show').argument('<id>').description(`show a ${one}`).action(show);
  addFields(group.command('create').description(`write a ${one}`), one)
    .requiredOption('--title <title>')
    .option('--id <id>', 'default: made from the title')
    .action(create);
  addFields(
    group.command('edit').argument('<id>').description(`change fields of a ${one}; opens $EDITOR if none is given`),
    one,
  )
    .option('--title <title>')
    .option('--unprotect', `remove the password of a protected ${one}`)
    .action(edit);
  group
    .command('rename')
    .argument('<id>')
    .argument('<new-id>')
    .description(`change the id of a ${one}; its old URL redirects`)
    .action(rename);
  addPaging(
    group.command('revisions').argument('<id>').description(`list the versions of a ${one}, newest first`),
  ).action(revisions);
  group
    .command('restore')
    .argument('<id>')
    .argument('<version>', `one that "${one}s revisions" lists`, parseCount)
    .description(`restore the text and fields of a ${one} from a version`)
    .action(restore);
  // Publishing means now.
  const publish = setStatus({ status: 'published', publishAt: null }, (changed) => `Published ${changed}`);
  group.command('publish').argument('<id>').description(`show a ${one} to visitors`).action(publish);
  const unpublish = setStatus({ status: 'draft' }, (changed) => `${changed} is a draft now`);
  group.command('unpublish').argument('<id>').description(`make a ${one} a draft again`).action(unpublish);
  group
    .command('trash')
    .argument('<id>')
    .description(`move a ${one} to the trash, from which "trash restore" brings it back for 30 days`)
    .action(trash);
  group
    .command('delete')
    .argument('<id>')
    .description(`delete a ${one} with its comments for ever`)
    .option('--yes', 'do not ask')
    .action(remove);

  async function show(id: string, _options: object, command: Command): Promise<void> {
    const { client, answer } = await openSession(command);
    const { found, entry } = await open(client).get(id);
    answer(found, describeEntry(entry));
  }

  async function create({ id, title, ...options }: EntryOptions & { id?: string }, command: Command): Promise<void> {
    const { client, url, answer } = await openSession(command);
    const made = await open(client).create({ ...(await readFields(options)), title: title ?? '', id });
    answer(made, `Created ${made.id}: ${url}/api/${one}s/${encodeURIComponent(made.id)}`);
  }

  async function edit(id: string, options: EntryOptions, command: Command): Promise<void> {
    const session = await openSession(command);
    const store = open(session.client);
    const { passwordStdin: _, ...given } = options;
    if (Object.keys(given).length === 0) {
      // Reading its file takes the importer's code.
      return (await import('./edit-in-editor.ts')).editInEditor(session, id, store, options);
    }
    const changed = await store.update({ ...(await readFields(options)), id });
    session.answer(changed, `Changed ${changed.id}, now version ${changed.version}`);
  }

  function setStatus(change: { status: 'published' | 'draft'; publishAt?: null }, sentence: (id: string) => string) {
    return async (id: string, _options: object, command: Command): Promise<void> => {
      const { client, answer } = await openSession(command);
      const changed = await open(client).update({ id, ...change });
      answer(changed, sentence(changed.id));
    };
  }

  async function trash(id: string, _options: object, command: Command): Promise<void> {
    const { client, answer } = await openSession(command);
    const moved = await open(client).trash({ id });
    answer(moved, `Moved ${moved.id} to the trash, where it is until ${formatMinute(moved.expiresAt)}`);
  }

  async function remove(id: string, { yes }: { yes?: boolean }, command: Command): Promise<void> {
    const { client, answer } = await openSession(command);
    if (!yes) await confirm(`Delete the ${one} ${visible(id)} with its comments?`);
    const gone = await open(client).delete({ id });
    answer(gone, `Deleted ${gone.id}`);
  }
}

async function rename(id: string, newId: string, _options: object, command: Command): Promise<void> {
  const { client, answer } = await openSession(command);
  const renamed = await client.posts.rename({ id, newId });
  answer(renamed, `Renamed to ${renamed.id}, now version ${renamed.version}`);
}

export interface Paging {
  page?: number;
  pageSize?: number;
}

async function revisions(id: string, { page, pageSize }: Paging, command: Command): Promise<void> {
  const { client, answer } = await openSession(command);
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
  const { client, answer } = await openSession(command);
  const restored = await client.revisions.restore({ id, version });
  answer(restored, `Restored ${restored.id} as it was in version ${version}, now version ${restored.version}`);
}
