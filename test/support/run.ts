import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this run's temporary files. The fixtures of the run make it, and remove it with all that it holds. */
export function runFolder(): string {
  return fromRun(FOLDER);
}

/** A new, empty folder. */
export function newFolder(): Promise<string> {
  return mkdtemp(join(runFolder(), 'folder-'));
}

/** The PostgreSQL server of this run. */
export function postgresServer(): string {
  return fromRun(POSTGRES);
}

/** The prefix of all databases of this run: the server may serve others as well. */
export function databasePrefix(): string {
  return `octavo_test_${fromRun(FOLDER).slice(-6).toLowerCase()}_`;
}

/** The SQLite file that new databases are copied from. */
export function templateFile(template: string): string {
  return join(runFolder(), `${template}.db`);
}

/** Tells every process of the run, since they inherit the environment. */
export function announceRun(folder: string, postgres: string | null): void {
  process.env[FOLDER] = folder;
  if (postgres !== null) process.env[POSTGRES] = postgres;
  // Compiled code and TypeScript without its types, for workers and commands.
  process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('../../node_modules/.cache/tests', import.meta.url));
}

const FOLDER = 'OCTAVO_TEST_RUN';
const POSTGRES = 'OCTAVO_TEST_RUN_POSTGRES';

function fromRun(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is set by test/support/fixtures.ts, which mocha requires.`);
  return value;
}
