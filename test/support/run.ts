import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The temporary folder of this run, which the fixtures create and delete. */
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

/** The prefix of all databases of this run, because the server may have others. */
export function databasePrefix(): string {
  return `octavo_test_${fromRun(FOLDER).slice(-6).toLowerCase()}_`;
}

/** The SQLite file that is the template of new databases. */
export function templateFile(template: string): string {
  return join(runFolder(), `${template}.db`);
}

/** Passes the values to all processes of the run in the environment. */
export function announceRun(folder: string, postgres: string | null): void {
  process.env[FOLDER] = folder;
  if (postgres !== null) process.env[POSTGRES] = postgres;
  // The compile cache, for workers and commands.
  process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('../../node_modules/.cache/tests', import.meta.url));
}

const FOLDER = 'OCTAVO_TEST_RUN';
const POSTGRES = 'OCTAVO_TEST_RUN_POSTGRES';

function fromRun(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is set by test/support/fixtures.ts, which mocha requires.`);
  return value;
}
