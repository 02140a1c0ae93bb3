import { expect } from 'chai';

import { entities } from '../entities/index.ts';
import { migrations } from '../migrations/index.ts';
import { migrate } from '../server/storage/database/migrate.ts';
import { openDatabase } from '../server/storage/database/open.ts';
import { readIdentity } from '../server/storage/identity/identity.ts';
import { databaseKinds } from './support/databases.ts';
import { withDatabase } from './support/stored.ts';

for (const kind of databaseKinds) {
  // docs/interface.md, D19
  describe(`the identity of a database on ${kind.name}`, () => {
    const idIn = (url: string) => withDatabase(url, async ({ kysely }) => (await readIdentity(kysely)).id);

    it('is one, even if several instances migrate it at once', async () => {
      const url = await kind.freshUrl('empty');
      const databases = await Promise.all([1, 2, 3].map(() => openDatabase({ url, entities })));
      try {
        await Promise.all(databases.map((database) => migrate(database, migrations)));
        const ids = await Promise.all(databases.map(async ({ kysely }) => (await readIdentity(kysely)).id));
        expect(new Set(ids).size).to.equal(1);
      } finally {
        await Promise.all(databases.map((database) => database.close()));
      }
    });

    it('stays when migrations run again, and is that of no other database', async () => {
      const url = await kind.freshUrl('migrated');
      const id = await idIn(url);
      expect(id).to.match(/^[0-9a-f]{32}$/);
      await withDatabase(url, async (database) => void (await migrate(database, migrations, { again: true })));
      expect(await idIn(url)).to.equal(id);
      const other = await kind.freshUrl('empty');
      await withDatabase(other, async (database) => void (await migrate(database, migrations)));
      expect(await idIn(other)).to.not.equal(id);
    });
  });
}
