import type { Command } from 'commander';

import type { BlogInputs } from '../../index.ts';
import { confirm } from '../input.ts';
import { addPaging, choice, pageLine } from '../options.ts';
import { table, visible } from '../output.ts';
import { sessionOf } from '../session.ts';
import { described, marksOf } from './described.ts';
import { editInEditor, postStore } from './edit-in-editor.ts';
import { addPostFields, fieldsOf, type PostOptions } from './post-fields.ts';
import { addVersionCommands } from './versions.ts';

/** Adds posts list, show, create, edit, rename, revisions, restore, publish, unpublish and delete. */
export function addPostCommands(program: Command): void {
  const posts = program.command('posts').description('write and read posts');
  addPaging(posts.command('list').description('list posts: pinned first, then the newest first'))
    .option('--category <category>')
    .option('--tag <tag>')
    .option('--search <text>', 'part of title, excerpt, tags or content')
    .addOption(choice('--status <status>', 'only those', ['published', 'draft']))
    .action(list);
  posts.command('show').argument('<id>').description('show a post').action(show);
  addPostFields(posts.command('create').description('write a post'))
    .requiredOption('--title <title>')
    .option('--id <id>', 'made from the title when absent')
    .action(create);
  addPostFields(
    posts.command('edit').argument('<id>').description('change fields of a post; in $EDITOR when none is given'),
  )
    .option('--title <title>')
    .option('--unprotect', 'make a protected post a plain one')
    .action(edit);
  addVersionCommands(posts, 'post');
  posts.command('publish').argument('<id>').description('show a post to visitors').action(setStatus('published'));
  posts.command('unpublish').argument('<id>').description('make a post a draft again').action(setStatus('draft'));
  posts
    .command('delete')
    .argument('<id>')
    .description('delete a post with its comments')
    .option('--yes', 'do not ask')
    .action(remove);
}

type ListOptions = Exclude<BlogInputs['posts']['list'], void>;

async function list(options: ListOptions, command: Command): Promise<void> {
  const { client, answer } = await sessionOf(command);
  const { page, pageSize, category, tag, search, status } = options;
  const found = await client.posts.list({ page, pageSize, category, tag, search, status });
  const rows = found.posts.map((post) => [post.id, post.date, post.status, marksOf(post), post.title]);
  const lines = [table(['ID', 'DATE', 'STATUS', 'MARKS', 'TITLE'], rows, 80), pageLine(rows.length, found, 'posts')];
  answer(found, lines.join('\n'));
}

async function show(id: string, _options: object, command: Command): Promise<void> {
  const { client, answer } = await sessionOf(command);
  const found = await client.posts.get({ id });
  answer(found, described(found.post));
}

async function create({ id, title = '', ...options }: PostOptions & { id?: string }, command: Command): Promise<void> {
  const { client, url, answer } = await sessionOf(command);
  const made = await client.posts.create({ ...(await fieldsOf(options)), title, id });
  answer(made, `Created ${made.id}: ${url}/api/posts/${encodeURIComponent(made.id)}`);
}

async function edit(id: string, options: PostOptions, command: Command): Promise<void> {
  const session = await sessionOf(command);
  const { passwordStdin: _, ...given } = options;
  if (Object.keys(given).length === 0) return editInEditor(session, id, postStore(session.client), options);
  const changed = await session.client.posts.update({ ...(await fieldsOf(options)), id });
  session.answer(changed, `Changed ${changed.id}, now version ${changed.version}`);
}

function setStatus(status: 'published' | 'draft') {
  return async (id: string, _options: object, command: Command): Promise<void> => {
    const { client, answer } = await sessionOf(command);
    // Publishes immediately.
    const now = status === 'published' ? { publishAt: null } : {};
    const changed = await client.posts.update({ id, status, ...now });
    answer(changed, status === 'published' ? `Published ${changed.id}` : `${changed.id} is a draft now`);
  };
}

async function remove(id: string, { yes }: { yes?: boolean }, command: Command): Promise<void> {
  const { client, answer } = await sessionOf(command);
  if (!yes) await confirm(`Delete the post ${visible(id)} with its comments?`);
  const gone = await client.posts.delete({ id });
  answer(gone, `Deleted ${gone.id}`);
}
