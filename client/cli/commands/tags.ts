import type { Command } from 'commander';

import { confirm } from '../input.ts';
import { addPaging, choice, pageLine } from '../options.ts';
import { table, visible } from '../output.ts';
import { openSession } from '../session.ts';

type Kind = 'tag' | 'category';

/** Adds the groups tags and categories, each with list, rename, describe and delete. */
export function addTagCommands(program: Command): void {
  addGroup(program.command('tags').description('tags of posts'), 'tag');
  addGroup(program.command('categories').description('categories of posts'), 'category');
}

function addGroup(group: Command, kind: Kind): void {
  addPaging(group.command('list').description('list the names with their post counts'))
    .option('--search <text>', 'only names and descriptions that contain this text')
    .addOption(choice('--sort <sort>', 'default: posts, most first', ['posts', 'name']))
    .action(list(kind));
  group
    .command('rename')
    .argument('<name>')
    .argument('<new-name>')
    .option('--merge', 'merge with the new name if it exists')
    .description('rename it in all posts; its old URLs redirect')
    .action(rename(kind));
  group
    .command('describe')
    .argument('<name>')
    .argument('<text>', 'shown on its page and in its feeds; "" for none')
    .description('describe it')
    .action(describe(kind));
  group
    .command('delete')
    .argument('<name>')
    .option('--yes', 'do not ask')
    .description('remove it from all posts')
    .action(remove(kind));
}

interface ListOptions {
  page?: number;
  pageSize?: number;
  search?: string;
  sort?: 'posts' | 'name';
}

function list(kind: Kind) {
  return async (options: ListOptions, command: Command): Promise<void> => {
    const { client, answer } = await openSession(command);
    const found = await client.taxonomy.list({ kind, ...options });
    const rows = found.names.map(({ name, description, published, others, pages }) => [
      String(published),
      String(others),
      String(pages),
      name,
      description,
    ]);
    const shown = table(['PUBLISHED', 'OTHERS', 'PAGES', 'NAME', 'DESCRIPTION'], rows);
    answer(found, `${shown}\n${pageLine(rows.length, found, kind === 'tag' ? 'tags' : 'categories')}`);
  };
}

function rename(kind: Kind) {
  return async (name: string, newName: string, { merge = false }: { merge?: boolean }, command: Command) => {
    const { client, answer } = await openSession(command);
    const done = await client.taxonomy.rename({ kind, name, newName, merge });
    answer(done, `${visible(name)} is ${visible(done.name)} in ${done.changed} posts and pages.`);
  };
}

function describe(kind: Kind) {
  return async (name: string, description: string, _options: object, command: Command): Promise<void> => {
    const { client, answer } = await openSession(command);
    answer(await client.taxonomy.describe({ kind, name, description }), 'The description is saved.');
  };
}

function remove(kind: Kind) {
  return async (name: string, { yes = false }: { yes?: boolean }, command: Command): Promise<void> => {
    if (!yes) await confirm(`Remove ${visible(name)} from all posts?`);
    const { client, answer } = await openSession(command);
    const done = await client.taxonomy.delete({ kind, name });
    answer(done, `${visible(name)} is removed from ${done.changed} posts and pages.`);
  };
}
