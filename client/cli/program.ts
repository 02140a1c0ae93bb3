import { Command, CommanderError } from 'commander';

import { VERSION } from '../../shared/version.ts';
import { BlogError } from '../index.ts';
import { addAccountCommands, type ServerSide } from './commands/account.ts';
import { addCommentCommands } from './commands/comments.ts';
import { addDatabaseCommands, type DatabaseSide } from './commands/database.ts';
import { addPostCommands } from './commands/posts.ts';
import { addSettingsCommands } from './commands/settings.ts';
import { addTransferCommands } from './commands/transfer.ts';
import { sentenceOf, UsageError } from './failures.ts';
import { endWithReader, printJson, visible } from './output.ts';

/**
 * Runs the `octavo` command and sets the exit code: 0 done, 1 refused or failed, 2 wrong usage.
 *
 * @param args what was typed after `octavo`
 * @param server what only works on the server itself
 */
export async function runCli(args: string[], server: ServerSide & DatabaseSide): Promise<void> {
  endWithReader();
  try {
    await createProgram(server).parseAsync(args, { from: 'user' });
  } catch (error) {
    process.exitCode = exitCodeOf(error);
    // Commander has said already what was wrong.
    if (error instanceof CommanderError) return;
    if (error instanceof BlogError && args.includes('--json')) {
      const { message, code, issues, currentVersion, retryAfter } = error;
      printJson({ ok: false, error: message, code, issues, currentVersion, retryAfter });
    }
    process.stderr.write(`${visible(sentenceOf(error))}\n`);
  }
}

function createProgram(server: ServerSide & DatabaseSide): Command {
  const program = new Command('octavo')
    .description('Writes, moderates, imports and exports a blog that Octavo serves.')
    .version(VERSION)
    .option('--url <address>', 'the service (default: OCTAVO_URL, else the last one signed in to)')
    .option('--json', 'answer in JSON')
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('(octavo help shows what there is)')
    .exitOverride();
  addAccountCommands(program, server);
  addPostCommands(program);
  addCommentCommands(program);
  addSettingsCommands(program);
  addTransferCommands(program);
  addDatabaseCommands(program, server);
  return program;
}

function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return 2;
  if (!(error instanceof CommanderError)) return 1;
  return error.exitCode === 0 ? 0 : 2;
}
