import { expect } from 'chai';
import { sql } from 'kysely';

import { migrations } from '../migrations/index.ts';
import { migrate } from '../server/storage/database/migrate.ts';
import { write } from './support/posts.ts';
import { schemaOf } from './support/schema.ts';
import { everyRow } from './support/sessions.ts';
import { describeVisited } from './support/visitors.ts';

// docs/interface.md, V4
describe('migrations', () => {
  it('are numbered from 0001 without a gap, and named by subject', () => {
    const numbers = migrations.map(({ name }) => /^(\d{4})-[a-z0-9-]+$/.exec(name)?.[1]);
    expect(numbers).to.deep.equal(migrations.map((_, at) => String(at + 1).padStart(4, '0')));
  });
});

describeVisited.onBothEngines('migrations and entities', (use) => {
  before(async () => {
    await write(use(), { id: 'a-post', content: 'x', tags: ['t'] });
    await write(use(), { id: 'b-post' });
    for (const content of ['one', 'two']) {
      await use().call('POST', '/api/posts/a-post/comments', { body: { author: 'a', content } });
    }
    await use().admin('PUT', '/api/admin/settings', { title: 'Changed' });
  });

  it('change nothing when all of them run again', async () => {
    // The internal tables of FTS5 count its changes.
    const rows = () => everyRow(use(), (table) => !table.startsWith('post_fts_'));
    const state = async () => ({ rows: await rows(), schema: await schemaOf(use().database) });
    const before = await state();
    const { applied } = await migrate(use().database, migrations, { again: true });
    expect(applied).to.deep.equal(migrations.map(({ name }) => name));
    const after = await state();
    const [were, are] = [before.rows, after.rows].map(tablesIn);
    // One table at a time, so that a failure shows it.
    are!.forEach((table, at) => expect(table).to.deep.equal(were![at]));
    expect(after.schema).to.deep.equal(before.schema);
  });

  it('change nothing when each of them runs again', async () => {
    const before = await schemaOf(use().database);
    for (const migration of migrations) {
      const others = migrations.filter((one) => one !== migration).map(({ name }) => ({ name, up: async () => {} }));
      await migrate(use().database, [migration, ...others], { again: true });
      expect(await schemaOf(use().database), migration.name).to.deep.equal(before);
    }
  });

  const broken: [what: string, statement: string][] = [
    ['two posts of one slug', "update posts set slug = 'same'"],
    ['two posts from one source', "update posts set source_key = 'same'"],
    ['a protected post with its text', "update posts set protected = 1 where content <> ''"],
    ['a status of posts that there is not', "update posts set status = 'scheduled'"],
    ['views below zero', 'update post_counters set views = -1'],
    ['likes below zero', 'update post_counters set likes = -1'],
    ['likes of a comment below zero', 'update comments set likes = -1'],
    ['two comments of one digest on a post', "update comments set digest = 'same'"],
    ['a comment on a post and in a section at once', "update comments set section = 'gb-note'"],
    ['a comment on nothing', 'update comments set post_key = null'],
    ['a section that there is not', "update comments set post_key = null, section = 'gb-x'"],
    ['a status of comments that there is not', "update comments set status = 'spam'"],
    ['a second administrator', 'update administrators set key = 2'],
    ['a setting without a name', 'update settings set name = null'],
    ['a tag of no post', 'update post_tags set post_key = 9999'],
  ];
  for (const [what, statement] of broken) {
    it(`create constraints that reject ${what}`, async () => {
      const error = await sql
        .raw(statement)
        .execute(use().database.kysely)
        .catch((reason: unknown) => reason);
      expect(error)
        .to.be.instanceOf(Error)
        .with.property('message')
        .that.matches(/constraint/i);
    });
  }
});

/** The rows of each table, without the counters of the scrub: a migration asks for one, and it may be done by now. */
function tablesIn(rows: string): object[][] {
  const tables = JSON.parse(rows) as { name?: string }[][];
  return tables.map((table) => table.filter(({ name = '' }) => !['rewritten', 'unscrubbed'].includes(name)));
}
