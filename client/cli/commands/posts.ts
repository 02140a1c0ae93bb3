import type { Command } from 'commander';

import type { BlogInputs } from '../../index.ts';
import { addPaging, choice, pageLine } from '../options.ts';
import { table } from '../output.ts';
import { openSession } from '../session.ts';
import { describeMarks } from './described.ts';
import { addEntryCommands } from './entries.ts';
import { postStore } from './store.ts';

/** Adds posts list and the commands that posts and pages share. */
export function addPostCommands(program: Command): void {
  const posts = program.command('posts').description('write and read posts');
  addPaging(posts.command('list').description('list posts: pinned first, then the newest first'))
    .option('--category <category>')
    .option('--tag <tag>')
    .option('--search <text>', 'part of title, excerpt, tags or content')
    .addOption(choice('--status <status>', 'only those', ['published', 'draft']))
    .action(list);
  addEntryCommands(posts, 'post', postStore);
}

type ListOptions = Exclude<BlogInputs['posts']['list'], void>;

async function list(options: ListOptions, command: Command): Promise<void> {
  const { client, answer } = await openSession(command);
  const { page, pageSize, category, tag, search, status } = options;
  const found = await client.posts.list({ page, pageSize, category, tag, search, status });
  const rows = found.posts.map((post) => [post.id, post.date, post.status, describeMarks(post), post.title]);
  const lines = [table(['ID', 'DATE', 'STATUS', 'MARKS', 'TITLE'], rows, 80), pageLine(rows.length, found, 'posts')];
  answer(found, lines.join('\n'));
}
