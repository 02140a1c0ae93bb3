import { Command, CommanderError } from 'commander';

import { VERSION } from '../../shared/version.ts';
import { BlogError } from '../api/errors.ts';
import type { Server } from './commands/all.ts';
import { addServerCommands } from './commands/server.ts';
import { describeFailure, UsageError } from './failures.ts';
import { endWithReader, endWithSentence, printJson, visible } from './output.ts';

/**
 * Runs the `octavo` command and sets the exit code: 0 success, 1 failure, 2 usage error.
 *
 * @param args the arguments after `octavo`
 * @param server the commands that work only on the server itself
 */
export async function runCli(args: string[], server: Server): Promise<void> {
  endWithReader();
  endWithSentence();
  try {
    const program = createProgram();
    await addCommands(program, server, args[0]);
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    process.exitCode = exitCode(error);
    // Commander has already printed the error.
    if (error instanceof CommanderError) return;
    if (error instanceof BlogError && args.includes('--json')) {
      const { message, code, issues, currentVersion, retryAfter } = error;
      printJson({ ok: false, error: message, code, issues, currentVersion, retryAfter });
    }
    process.stderr.write(`${visible(describeFailure(error))}\n`);
  }
}

function createProgram(): Command {
  return new Command('octavo')
    .description('Serves a blog, and writes, moderates, imports and exports it.')
    .version(VERSION)
    .option('--url <address>', 'the service (default: OCTAVO_URL, else the last one signed in to)')
    .option('--json', 'print JSON')
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('(octavo help shows what there is)')
    .exitOverride();
}

/**
 * Adds commands, a group at a time, until the one that is called is there: a service that starts, and stays, does without
 * the code of the others, and they do without the importers'. For help, and for a wrong name, all are there.
 */
async function addCommands(program: Command, server: Server, called: string | undefined): Promise<void> {
  const isThere = () => program.commands.some((command) => command.name() === called);
  addServerCommands(program, server);
  if (isThere()) return;
  (await import('./commands/all.ts')).addOtherCommands(program, server);
  if (isThere()) return;
  (await import('./commands/transfer.ts')).addTransferCommands(program);
}

function exitCode(error: unknown): number {
  if (error instanceof UsageError) return 2;
  if (!(error instanceof CommanderError)) return 1;
  return error.exitCode === 0 ? 0 : 2;
}
