// Run by inChildren(), as further processes on the same database.
import { text } from 'node:stream/consumers';

import { LockMode } from '@mikro-orm/core';

import { entities } from '../../entities/index.ts';
import { migrations } from '../../migrations/index.ts';
import type { Migration, MigrationSchema } from '../../migrations/migration.ts';
import { migrate } from '../../server/storage/database/migrate.ts';
import { openDatabase } from '../../server/storage/database/open.ts';
import { Author, openLibrary } from './library.ts';
import { stampMigrations } from './stamps.ts';

const tasks: Record<string, (url: string, ...rest: string[]) => Promise<unknown>> = {
  /** Reads, then writes the value plus one, fifty times. */
  async count(url) {
    const database = await openLibrary(url);
    for (let round = 0; round < 50; round++) {
      await database.orm.em.fork().transactional(async (em) => {
        const author = await em.findOneOrFail(Author, { name: 'counter' }, { lockMode: LockMode.PESSIMISTIC_WRITE });
        author.views = (author.views ?? 0) + 1;
      });
    }
    await database.close();
  },

  async migrate(url) {
    const database = await openDatabase({ url, entities: [] });
    const { applied } = await migrate(database, stampMigrations);
    await database.close();
    return applied.join(',');
  },

  /** Runs all migrations, and is killed before a statement of theirs, or before their commit. */
  async upgrade(url, at) {
    const database = await openDatabase({ url, entities });
    await migrate(database, at === undefined ? migrations : killedAt(Number(at)));
    await database.close();
  },

  /** Opens the database as an unprivileged user. */
  async openAsNobody(url) {
    if (process.getuid?.() === 0) {
      process.setgid?.(65_534);
      process.setuid?.(65_534);
    }
    return openDatabase({ url, entities: [] }).then(
      (database) => database.close(),
      (error: Error) => `${error.name}: ${error.message}`,
    );
  },
};

/** @param at the number of statements before the end; Infinity for the commit */
function killedAt(at: number): Migration[] {
  let statements = 0;
  const count = () => {
    statements += 1;
    if (statements > at) process.kill(process.pid, 'SIGKILL');
  };
  const counted = migrations.map(({ name, up }) => ({
    name,
    up: ({ run, all, ...schema }: MigrationSchema) =>
      up({ ...schema, run: (...of) => (count(), run(...of)), all: (...of) => (count(), all(...of)) }),
  }));
  return [...counted, { name: '9999-end', up: async () => void process.kill(process.pid, 'SIGKILL') }];
}

const [task, url, ...rest] = process.argv.slice(2);
console.error('ready');
await text(process.stdin);
console.log((await tasks[task!]!(url!, ...rest)) ?? '');
