import type { Command } from 'commander';

import { VERSION } from '../../../shared/version.ts';
import { Failure, UsageError } from '../failures.ts';
import { outliveReader, print, printJson } from '../output.ts';

/** The service on this machine. */
export interface ProcessSide {
  /** Uses a folder for the database and the uploaded files, in this process. */
  useData(folder: string): Promise<void>;
  /** Starts the service in this process; resolves when it serves. */
  start(options: { port: string | undefined; host: string | undefined; site: 'threads' | undefined }): Promise<void>;
  /** @param url the service to look at; otherwise that of the configuration */
  status(url: string | undefined): Promise<Status>;
}

interface Status {
  /** Where the service is, or would be. */
  url: string;
  /** Whether it answers that it is ready; null when nothing answers. */
  ready: boolean | null;
  /** Of the running service; null when it is not known. */
  version: string | null;
  /** Why it is not ready, in one sentence; null if it is, or when it is not known. */
  problem: string | null;
  /** Its process; null when it is not known. */
  pid: number | null;
  /** The database without a password; null for a service that a URL names. */
  database: string | null;
}

/** Adds `start` and `status`. */
export function addServerCommands(program: Command, server: ProcessSide): void {
  const start = program
    .command('start')
    .description('start the service on this machine; settings are environment variables, or lines of a .env file')
    .option('--port <number>', 'the port to listen on (default: PORT, else 3000)')
    .option('--host <address>', 'the IP address to listen on (default: HOST, else 127.0.0.1)')
    .option('--comments-only', 'serve the comments of other sites and no blog, as with SITE=threads')
    .action(({ port, host, commentsOnly }: { port?: string; host?: string; commentsOnly?: boolean }) => {
      outliveReader();
      return server.start({ port, host, site: commentsOnly ? 'threads' : undefined });
    });
  const status = program
    .command('status')
    .description('show version, address and database of the service, and whether it is ready')
    .action((_options: object, command: Command) => showStatus(command, server));
  for (const command of [start, status]) takeDataFolder(command, server);
}

/** Adds `--data` to a command that works on the database itself. */
export function takeDataFolder(command: Command, server: Pick<ProcessSide, 'useData'>): void {
  command
    .option('--data <folder>', 'the folder of the database and the uploaded files (default: DATABASE_URL, else ./data)')
    .hook('preAction', async () => {
      const { data } = command.opts<{ data?: string }>();
      if (data === '') throw new UsageError('--data needs a folder.');
      if (data !== undefined) await server.useData(data);
    });
}

const STATES = { true: 'ready', false: 'not ready', null: 'does not run' };

async function showStatus(command: Command, server: ProcessSide): Promise<void> {
  const { url: asked, json } = command.optsWithGlobals<{ url?: string; json?: boolean }>();
  const { ready, problem, url, version, pid, database } = await server.status(asked);
  const state = `${STATES[`${ready}`]}${ready !== null && pid !== null ? ` (process ${pid})` : ''}`;
  const lines = { Version: version ?? VERSION, Address: url, Database: database, State: state };
  if (json) printJson({ ok: ready === true, version, url, database, ready, problem, pid });
  else for (const [name, value] of Object.entries(lines)) if (value !== null) print(`${name.padEnd(9)} ${value}`);
  if (ready === null) throw new Failure(`Nothing answers at ${url}.`);
  if (!ready) throw new Failure(`The service is not ready.${problem === null ? '' : ` ${problem}`}`);
}
