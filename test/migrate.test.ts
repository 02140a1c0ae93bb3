import { expect } from 'chai';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, it } from 'mocha';

import type { Migration } from '../migrations/migration.ts';
import { DatabaseTooNew } from '../server/storage/database/errors.ts';
import { migrate } from '../server/storage/database/migrate.ts';
import { type Database, openDatabase } from '../server/storage/database/open.ts';
import { inChildren } from './support/child.ts';
import { databaseKinds } from './support/databases.ts';
import { stampMigrations } from './support/stamps.ts';

for (const kind of databaseKinds) {
  describe(`migrate on ${kind.name}`, () => {
    let database: Database<unknown>;

    beforeEach(async () => {
      database = await openDatabase({ url: await kind.freshUrl(), entities: [] });
    });

    afterEach(() => database.close());

    it('runs missing migrations in order, and none twice', async () => {
      const [first] = stampMigrations;
      expect(await migrate(database, [first!])).to.deep.equal({ applied: ['0001-stamps'] });
      expect(await migrate(database, stampMigrations)).to.deep.equal({ applied: ['0002-first-stamp'] });
      expect(await migrate(database, stampMigrations)).to.deep.equal({ applied: [] });
      expect(await countStamps()).to.equal(1);
    });

    it('runs all migrations again on request', async () => {
      await migrate(database, stampMigrations);
      const { applied } = await migrate(database, stampMigrations, { again: true });
      expect(applied).to.deep.equal(['0001-stamps', '0002-first-stamp']);
      expect(await countStamps()).to.equal(2);
    });

    it('leaves no changes when a migration fails', async () => {
      const broken: Migration = {
        name: '0003-broken',
        up: ({ run }) => run('insert into nowhere (x) values (1)'),
      };
      const error = await migrate(database, [...stampMigrations, broken]).catch((e: Error) => e);
      expect(error).to.be.an('error');
      expect(await countStamps().catch((e: Error) => e)).to.be.an('error');
      expect((await migrate(database, stampMigrations)).applied).to.have.length(2);
    });

    it('rejects a database of a newer version and changes nothing', async () => {
      const newer: Migration = { name: '0009-of-tomorrow', up: async () => {} };
      await migrate(database, [...stampMigrations, newer]);
      const error = await migrate(database, stampMigrations).catch((e: Error) => e);
      expect(error).to.be.instanceOf(DatabaseTooNew);
      expect(error).to.have.property('message').that.includes('0009-of-tomorrow').and.includes('install the version');
    });

    it('allows migrations to read', async () => {
      const found: unknown[] = [];
      const reader: Migration = {
        name: '0003-reader',
        async up({ all, dialect }) {
          const placeholder = dialect === 'postgres' ? '$1' : '?';
          found.push(...(await all(`select note from stamps where note = ${placeholder}`, ['ran'])));
        },
      };
      await migrate(database, [...stampMigrations, reader]);
      expect(found).to.deep.equal([{ note: 'ran' }]);
    });

    it('works in four concurrent processes: one migrates, the others find it done', async () => {
      const children = await inChildren(4, 'migrate', await kind.freshUrl());
      expect(children.toSorted()).to.deep.equal(['', '', '', '0001-stamps,0002-first-stamp']);
    });

    async function countStamps(): Promise<number> {
      const { rows } = await sql<{ n: number }>`select count(*) as n from stamps`.execute(database.kysely);
      return rows[0]!.n;
    }
  });
}
