import { expect } from 'chai';
import { sql } from 'kysely';

import { migrations } from '../migrations/index.ts';
import { migrate } from '../server/database/migrate.ts';
import { write } from './support/posts.ts';
import type { TestService } from './support/service.ts';
import { everyRow } from './support/sessions.ts';
import { describeVisited } from './support/visitors.ts';

describe('migrations', () => {
  it('are numbered from 0001 without a gap, each with its subject', () => {
    const numbers = migrations.map(({ name }) => /^(\d{4})-[a-z0-9-]+$/.exec(name)?.[1]);
    expect(numbers).to.deep.equal(migrations.map((_, at) => String(at + 1).padStart(4, '0')));
  });
});

describeVisited('migrations and entities', (use) => {
  before(async () => {
    await write(use(), { id: 'a-post', content: 'x', tags: ['t'] });
    await write(use(), { id: 'b-post' });
    for (const content of ['one', 'two']) {
      await use().call('POST', '/api/posts/a-post/comments', { body: { author: 'a', content } });
    }
    await use().admin('PUT', '/api/admin/settings', { title: 'Changed' });
  });

  it('change nothing when all of them run again', async () => {
    const state = async () => ({ rows: await everyRow(use()), schema: await schemaOf(use()) });
    const before = await state();
    const { applied } = await migrate(use().database, migrations, { again: true });
    expect(applied).to.deep.equal(migrations.map(({ name }) => name));
    expect(await state()).to.deep.equal(before);
  });

  it('change nothing when each of them runs again by itself', async () => {
    const before = await schemaOf(use());
    for (const migration of migrations) {
      const others = migrations.filter((one) => one !== migration).map(({ name }) => ({ name, up: async () => {} }));
      await migrate(use().database, [migration, ...others], { again: true });
      expect(await schemaOf(use()), migration.name).to.deep.equal(before);
    }
  });

  it('make for every entity the very columns that it has, with the same kind and nullability', async () => {
    const tables = new Map(
      (await use().database.kysely.introspection.getTables()).map((one) => [one.name, one.columns]),
    );
    for (const { tableName, props } of entitiesOf(use())) {
      const wanted = props
        .filter(({ persist, fieldNames }) => persist !== false && fieldNames?.length)
        .map(({ fieldNames, nullable, columnTypes }) => ({
          name: fieldNames[0],
          nullable: nullable === true,
          kind: kindOf(columnTypes[0]),
        }));
      const keys = props.filter(({ primary }) => primary).flatMap(({ fieldNames }) => fieldNames);
      const real = (tables.get(tableName) ?? []).map(({ name, isNullable, dataType }) => ({
        name,
        // SQLite says of its own row number that it could be null; it cannot.
        nullable: isNullable && !(kindOf(dataType) === 'integer' && keys.length === 1 && keys.includes(name)),
        kind: kindOf(dataType),
      }));
      expect(byName(real), tableName).to.deep.equal(byName(wanted));
    }
  });

  it('make no table that no entity knows', async () => {
    const real = (await use().database.kysely.introspection.getTables()).map(({ name }) => name);
    const known = [
      'schema_migrations',
      'touched',
      'list_totals',
      'post_scores',
      ...entitiesOf(use()).map(({ tableName }) => tableName),
    ];
    expect(real.filter((name) => !/^(sqlite_|post_fts)/.test(name)).toSorted()).to.deep.equal(known.toSorted());
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
    it(`let the database itself refuse ${what}`, async () => {
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

function entitiesOf({ database }: TestService) {
  return [...database.orm.getMetadata().getAll().values()];
}

function kindOf(type: string | undefined): string {
  if (/^(int|bigint|smallint|serial)/i.test(type ?? '')) return 'integer';
  return /^(text|varchar|character)/i.test(type ?? '') ? 'text' : String(type);
}

function byName<T extends { name: string | undefined }>(columns: T[]): T[] {
  return columns.toSorted((a, b) => String(a.name).localeCompare(String(b.name)));
}

/** Tables, columns, indexes and constraints, as the database itself tells them. */
async function schemaOf({ database }: TestService): Promise<unknown[]> {
  const tables = await database.kysely.introspection.getTables();
  const statement =
    database.dialect === 'sqlite'
      ? sql`select name, sql from sqlite_master order by name`
      : sql`select indexdef as definition from pg_indexes where schemaname = 'public'
          union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
          where connamespace = 'public'::regnamespace order by 1`;
  return [tables, (await statement.execute(database.kysely)).rows];
}
