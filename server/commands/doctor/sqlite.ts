import { sql } from 'kysely';

import type { Database } from '../../database/open.ts';
import { ok, problem, type Finding } from './finding.ts';

/** What `openDatabase` asks of each connection; a file system that lacks locks or shared memory does not give it. */
const PRAGMAS = { journal_mode: 'wal', synchronous: 2, foreign_keys: 1, secure_delete: 1 };

/** Looks at the pragmas and at the soundness of the file. */
export async function examineSqlite({ kysely }: Database): Promise<Finding[]> {
  const ask = async (pragma: string) => (await sql<Row>`${sql.raw(`pragma ${pragma}`)}`.execute(kysely)).rows;
  const wrong: string[] = [];
  for (const [name, wanted] of Object.entries(PRAGMAS)) {
    const value = Object.values((await ask(name))[0] ?? {})[0];
    if (value !== wanted) wrong.push(`${name} is ${String(value)}`);
  }
  return [
    wrong.length === 0
      ? ok('pragmas', 'Write-ahead log, a sync at every commit, foreign keys, overwriting of what is deleted: all on.')
      : problem('pragmas', `${wrong.join(', ')}; put the database on a local disk.`),
    soundness(await ask('quick_check(1)'), await ask('foreign_key_check')),
  ];
}

type Row = Record<string, unknown>;

function soundness([first]: Row[], strays: Row[]): Finding {
  const complaint = Object.values(first ?? {})[0];
  if (complaint !== 'ok') return problem('integrity', `The file is damaged (${String(complaint)}); restore a backup.`);
  if (strays.length === 0) return ok('integrity', 'The file is sound, and no row refers to one that is not there.');
  const tables = [...new Set(strays.map(({ table }) => String(table)))];
  return problem('integrity', `${strays.length} rows of ${tables.join(', ')} refer to none; restore a backup.`);
}
