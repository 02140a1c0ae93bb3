import { sql } from 'kysely';

import type { Database } from '../../storage/database/open.ts';
import { foreignPrograms } from '../../storage/copy/contents.ts';
import type { AnyTables } from '../../storage/database/tables.ts';
import { ok, problem, type Finding } from './finding.ts';

/** The pragmas that `openDatabase` sets. They do not take effect on file systems without locks or shared memory. */
const PRAGMAS = { journal_mode: 'wal', synchronous: 2, foreign_keys: 1, secure_delete: 1 };

/** Checks the pragmas, the integrity of the file, and that it has no triggers and views of others. */
export async function examineSqlite({ kysely }: Database): Promise<Finding[]> {
  const ask = async (pragma: string) => (await sql<Row>`${sql.raw(`pragma ${pragma}`)}`.execute(kysely)).rows;
  const wrong: string[] = [];
  for (const [name, wanted] of Object.entries(PRAGMAS)) {
    const value = Object.values((await ask(name))[0] ?? {})[0];
    if (value !== wanted) wrong.push(`${name} is ${String(value)}`);
  }
  return [
    wrong.length === 0
      ? ok('pragmas', 'WAL, sync at every commit, foreign keys and secure delete are on.')
      : problem('pragmas', `${wrong.join(', ')}; put the database on a local disk.`),
    checkIntegrity(await ask('quick_check(1)'), await ask('foreign_key_check')),
    ...checkPrograms(await foreignPrograms(kysely as unknown as AnyTables)),
  ];
}

function checkPrograms(foreign: string[]): Finding[] {
  if (foreign.length === 0) return [];
  const text = `The database contains what is not Octavo's: ${foreign.join(', ')}`;
  return [problem('integrity', `${text}; drop it: octavo restore refuses backups with it.`)];
}

const REMEDY = 'restore a backup: stop the service and run octavo restore --force <backup>';

type Row = Record<string, unknown>;

function checkIntegrity([first]: Row[], violations: Row[]): Finding {
  const result = Object.values(first ?? {})[0];
  if (result !== 'ok') return problem('integrity', `The file is damaged (${String(result)}); ${REMEDY}.`);
  if (violations.length === 0) return ok('integrity', 'The file is intact, and all foreign keys are valid.');
  const tables = [...new Set(violations.map(({ table }) => String(table)))];
  return problem(
    'integrity',
    `${violations.length === 1 ? '1 row' : `${violations.length} rows`} of ${tables.join(', ')} with invalid foreign keys; ${REMEDY}.`,
  );
}
