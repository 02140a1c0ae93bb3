import { sql } from 'kysely';

import type { Database } from '../../storage/database/open.ts';
import { compareClocks } from './clock.ts';
import { ok, problem, warning, type Finding } from './finding.ts';

/** Checks the settings of the server for durability and encoding, and its clock. */
export async function examinePostgres({ kysely }: Database): Promise<Finding[]> {
  const { rows } = await sql<Settings>`select
    current_setting('server_version') as version,
    current_setting('server_encoding') as encoding,
    current_setting('fsync') as fsync,
    current_setting('full_page_writes') as pages,
    current_setting('synchronous_commit') as commit,
    extract(epoch from clock_timestamp()) * 1000 as now`.execute(kysely);
  const settings = rows[0]!;
  return [checkEncoding(settings), checkDurability(settings), ...compareClocks('database', settings.now)];
}

interface Settings {
  version: string;
  encoding: string;
  fsync: string;
  pages: string;
  commit: string;
  now: number;
}

function checkEncoding({ version, encoding }: Settings): Finding {
  return encoding === 'UTF8'
    ? ok('encoding', `PostgreSQL ${version} stores text as UTF-8.`)
    : problem('encoding', `The database stores text as ${encoding}; create one with encoding UTF8 and copy into it.`);
}

function checkDurability({ fsync, pages, commit }: Settings): Finding {
  const off = Object.entries({ fsync, full_page_writes: pages, synchronous_commit: commit })
    .filter(([, value]) => value === 'off')
    .map(([name]) => name);
  if (off.length === 0) return ok('durability', 'Acknowledged writes are on disk.');
  return warning(
    'durability',
    `${off.join(', ')} is off: a crash can lose acknowledged writes; turn it on in the server.`,
  );
}
