// Run by inChildren(), as further processes on the same database.
import { text } from 'node:stream/consumers';

import { LockMode } from '@mikro-orm/core';

import { migrate } from '../../server/database/migrate.ts';
import { openDatabase } from '../../server/database/open.ts';
import { Author, openLibrary } from './library.ts';
import { stampMigrations } from './stamps.ts';

const tasks: Record<string, (url: string) => Promise<unknown>> = {
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

const [task, url] = process.argv.slice(2);
console.error('ready');
await text(process.stdin);
console.log((await tasks[task!]!(url!)) ?? '');
