// For `--import`: kills a restore before the change of a file beside the database whose number is in KILL_BEFORE. With
// NO_LINKS, the file system has no hard links. LOG is the write-ahead log of a database that SQLite could not open.
import { writeFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

const { KILL_BEFORE, NO_LINKS, LOG, DATABASE_URL = '' } = process.env;
const file = DATABASE_URL.slice('sqlite:'.length);
let changes = 0;

for (const name of ['open', 'copyFile', 'link', 'rename', 'rm', 'chmod'] as const) {
  const change = fs[name] as (path: string, ...args: unknown[]) => Promise<unknown>;
  const killed = async (path: string, ...args: unknown[]): Promise<unknown> => {
    if (path.startsWith(file)) changes++;
    if (changes === 1 && LOG) writeFileSync(`${file}-wal`, LOG);
    if (changes === Number(KILL_BEFORE)) process.kill(process.pid, 'SIGKILL');
    if (name === 'link' && NO_LINKS) throw Object.assign(new Error('no links'), { code: 'EPERM' });
    return change(path, ...args);
  };
  Object.assign(fs, { [name]: killed });
}
syncBuiltinESMExports();
