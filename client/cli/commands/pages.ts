import type { Command } from 'commander';

import { confirm } from '../input.ts';
import { addPaging, pageLine } from '../options.ts';
import { table, visible } from '../output.ts';
import { sessionOf } from '../session.ts';
import { described, marksOf } from './described.ts';
import { editInEditor, pageStore } from './edit-in-editor.ts';
import { addPageFields, fieldsOf, type PageOptions } from './post-fields.ts';
import { addVersionCommands } from './versions.ts';

/** Adds pages list, show, create, edit, rename, revisions, restore, publish, unpublish and delete. */
export function addPageCommands(program: Command): void {
  const pages = program.command('pages').description('write and read pages, such as "About"');
  addPaging(pages.command('list').description('list pages by title')).action(list);
  pages.command('show').argument('<id>').description('show a page').action(show);
  addPageFields(pages.command('create').description('write a page'))
    .requiredOption('--title <title>')
    .option('--id <id>', 'made from the title when absent')
    .action(create);
  addPageFields(
    pages.command('edit').argument('<id>').description('change fields of a page; in $EDITOR when none is given'),
  )
    .option('--title <title>')
    .option('--unprotect', 'make a protected page a plain one')
    .action(edit);
  addVersionCommands(pages, 'page');
  pages.command('publish').argument('<id>').description('show a page to visitors').action(setStatus('published'));
  pages.command('unpublish').argument('<id>').description('make a page a draft again').action(setStatus('draft'));
  pages
    .command('delete')
    .argument('<id>')
    .description('delete a page with its comments')
    .option('--yes', 'do not ask')
    .action(remove);
}

async function list(options: { page?: number; pageSize?: number }, command: Command): Promise<void> {
  const { client, answer } = await sessionOf(command);
  const found = await client.pages.list({ page: options.page, pageSize: options.pageSize });
  const rows = found.pages.map((page) => [page.id, page.status, marksOf(page), page.title]);
  answer(
    found,
    [table(['ID', 'STATUS', 'MARKS', 'TITLE'], rows, 80), pageLine(rows.length, found, 'pages')].join('\n'),
  );
}

async function show(id: string, _options: object, command: Command): Promise<void> {
  const { client, answer } = await sessionOf(command);
  const found = await client.pages.get({ id });
  answer(found, described(found.page));
}

async function create({ id, title = '', ...options }: PageOptions & { id?: string }, command: Command): Promise<void> {
  const { client, url, answer } = await sessionOf(command);
  const made = await client.pages.create({ ...(await fieldsOf(options)), title, id });
  answer(made, `Created ${made.id}: ${url}/api/pages/${encodeURIComponent(made.id)}`);
}

async function edit(id: string, options: PageOptions, command: Command): Promise<void> {
  const session = await sessionOf(command);
  const { passwordStdin: _, ...given } = options;
  if (Object.keys(given).length === 0) return editInEditor(session, id, pageStore(session.client), options);
  const changed = await session.client.pages.update({ ...(await fieldsOf(options)), id });
  session.answer(changed, `Changed ${changed.id}, now version ${changed.version}`);
}

function setStatus(status: 'published' | 'draft') {
  return async (id: string, _options: object, command: Command): Promise<void> => {
    const { client, answer } = await sessionOf(command);
    // Publishes immediately.
    const now = status === 'published' ? { publishAt: null } : {};
    const changed = await client.pages.update({ id, status, ...now });
    answer(changed, status === 'published' ? `Published ${changed.id}` : `${changed.id} is a draft now`);
  };
}

async function remove(id: string, { yes }: { yes?: boolean }, command: Command): Promise<void> {
  const { client, answer } = await sessionOf(command);
  if (!yes) await confirm(`Delete the page ${visible(id)} with its comments?`);
  const gone = await client.pages.delete({ id });
  answer(gone, `Deleted ${gone.id}`);
}
