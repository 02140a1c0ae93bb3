import type { Command } from 'commander';

import { scopeDescriptions, scopes, type Scope } from '../../../shared/key-scopes.ts';
import { UsageError } from '../failures.ts';
import { parseCount, parseList } from '../options.ts';
import { formatMinute, table } from '../output.ts';
import { openSession } from '../session.ts';

/** Adds keys list, create and revoke. */
export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('manage API keys for programs; requires a session');
  keys.command('list').description('list the keys, newest first').action(list);
  keys
    .command('create')
    .argument('<name>', 'what the key is for')
    .requiredOption('--scopes <scopes>', `separated by commas: ${scopes.join(', ')}`, parseList)
    .option('--expires-in-days <days>', 'default: no expiry', parseCount)
    .description('create a key, and print its secret, which is shown only once')
    .addHelpText('after', `\nScopes:\n${describeScopes()}`)
    .action(create);
  keys.command('revoke').argument('<id>').description('revoke a key; its programs lose access at once').action(revoke);
}

function describeScopes(): string {
  return scopes.map((scope) => `  ${scope.padEnd(10)}${scopeDescriptions[scope].replaceAll('`', '')}`).join('\n');
}

async function list(_options: object, command: Command): Promise<void> {
  const { client, answer } = await openSession(command);
  const found = await client.keys.list();
  const rows = found.keys.map(({ id, hint, name, scopes: granted, lastUsedAt, expiresAt }) => [
    id,
    hint,
    lastUsedAt === null ? 'never' : formatMinute(lastUsedAt),
    expiresAt === null ? 'never' : formatMinute(expiresAt),
    granted.join(', '),
    name,
  ]);
  answer(found, table(['ID', 'SECRET', 'LAST USED', 'EXPIRES', 'SCOPES', 'NAME'], rows));
}

interface CreateOptions {
  scopes: string[];
  expiresInDays?: number;
}

async function create(name: string, { scopes: names, expiresInDays }: CreateOptions, command: Command): Promise<void> {
  const granted = names.map(scopeIn);
  const { client, answer } = await openSession(command);
  const made = await client.keys.create({ name, scopes: granted, expiresInDays });
  answer(made, `The key ${made.key.id} is created. Its secret is shown only now:\n${made.secret}`);
}

function scopeIn(text: string): Scope {
  const scope = scopes.find((one) => one === text);
  if (scope !== undefined) return scope;
  throw new UsageError(`There is no scope "${text}"; there are ${scopes.join(', ')}.`);
}

async function revoke(id: string, _options: object, command: Command): Promise<void> {
  const { client, answer } = await openSession(command);
  answer(await client.keys.revoke({ id }), 'The key is revoked.');
}
