import type { EntityMetadata } from '@mikro-orm/core';
import { expect } from 'chai';
import { sql } from 'kysely';

import { entities } from '../entities/index.ts';
import { migrations } from '../migrations/index.ts';
import { migrate } from '../server/storage/database/migrate.ts';
import { openDatabase, type Database } from '../server/storage/database/open.ts';
import { databaseKinds } from './support/databases.ts';

/** Tables without entities, written by triggers, the search or the migrations. */
const WITHOUT_ENTITY = [
  'schema_migrations',
  'touched',
  'list_totals',
  'post_authors',
  'post_scores',
  'media_uses',
  'unsearched_posts',
];
/** Columns of text whose order does not matter. */
const NEVER_ORDERED = ['media.focus', 'schema_migrations.name', 'touched.tag'];
/** Those of PostgreSQL alone. */
const ON_POSTGRES = ['instances', 'invalidations'];

for (const kind of databaseKinds) {
  describe(`the tables of a migrated database on ${kind.name}`, () => {
    let database: Database;

    before(async () => {
      database = await openDatabase({ url: await kind.freshUrl(), entities });
      await migrate(database, migrations);
    });
    after(() => database.close());

    it('match the entities, and a few tables without entities', async () => {
      const real = (await database.kysely.introspection.getTables()).map(({ name }) => name);
      const without = [...WITHOUT_ENTITY, ...(kind.name === 'PostgreSQL' ? ON_POSTGRES : [])];
      const known = [...without, ...metadata(database).map(({ tableName }) => tableName)];
      expect(real.filter((name) => !/^(sqlite_|post_fts)/.test(name)).toSorted()).to.deep.equal(known.toSorted());
    });

    if (kind.name === 'SQLite') onSqlite(() => database);
    else onPostgres(() => database);
  });
}

function onPostgres(use: () => Database): void {
  it('match the entities: columns, keys, delete rules, indexes, checks and defaults', async () => {
    expect(await difference(use())).to.equal('');
  });

  // Else it would order texts by the language of the server, and unlike SQLite.
  it('order texts by their code points', async () => {
    const { rows } = await sql<{ place: string }>`
      select table_name || '.' || column_name as place from information_schema.columns
      where table_schema = current_schema() and data_type in ('text', 'character varying') and collation_name is distinct from 'C'
      order by 1`.execute(use().kysely);
    expect(rows.map(({ place }) => place)).to.deep.equal(NEVER_ORDERED);
  });

  it('are compared in full', async () => {
    const changes = {
      'alter table comments drop constraint comments_post_key_foreign, add constraint comments_post_key_foreign foreign key (post_key) references posts':
        /comments_post_key_foreign.*on delete cascade/,
      'alter table posts alter column cover drop not null': /"cover" set not null/,
      'alter table posts alter column pinned set default 1': /"pinned" set default 0/,
      'alter table posts drop constraint posts_status_check': /posts_status_check/,
      'alter table revisions drop constraint revisions_check, add constraint revisions_check check (protected = 0)':
        /revisions_check/,
      'drop index posts_newest; create index posts_newest on posts (status, date, created_at desc, slug, publish_at)':
        /posts_newest.*"date" desc/i,
      'drop index posts_slug; create index posts_slug on posts (slug)': /posts_slug/,
      'drop index posts_scheduled; create index posts_scheduled on posts (publish_at)':
        /posts_scheduled.*where publish_at/,
      'alter table sessions alter column device type varchar(40)': /"device" type text/,
      'alter table media add column size integer': /drop column "size"/,
    };
    for (const statements of Object.keys(changes)) {
      for (const one of statements.split('; ')) await sql.raw(one).execute(use().kysely);
    }
    const found = await difference(use());
    for (const expected of Object.values(changes)) expect(found).to.match(expected);
  });
}

function onSqlite(use: () => Database): void {
  it('have the columns of the entities, with the same types and nullability', async () => {
    for (const { tableName, props } of metadata(use())) {
      const wanted = props.flatMap(({ fieldNames, columnTypes, nullable, primary }) =>
        fieldNames.map((name) => ({
          name,
          type: columnTypes[0] === 'integer' ? 'integer' : 'text',
          isNullable: nullable === true,
          isKey: primary === true,
        })),
      );
      const { rows } = await sql<Column>`select * from pragma_table_info(${tableName})`.execute(use().kysely);
      const keys = rows.filter(({ pk }) => pk > 0);
      const real = rows.map(({ name, type, notnull, pk }) => ({
        name,
        type: type.toLowerCase(),
        // A single integer key is the row number, which is never null though the table does not say so.
        isNullable: notnull === 0 && !(type.toLowerCase() === 'integer' && keys.length === 1 && pk === 1),
        isKey: pk > 0,
      }));
      expect(byName(real), tableName).to.deep.equal(byName(wanted));
    }
  });

  it('refer to the tables of the entities, with the same delete rules', async () => {
    for (const { tableName, relations } of metadata(use())) {
      const wanted = relations.map(({ fieldNames, targetMeta, referencedColumnNames, deleteRule, updateRule }) => ({
        name: fieldNames[0],
        table: targetMeta!.tableName,
        to: referencedColumnNames[0],
        onDelete: deleteRule,
        onUpdate: updateRule ?? 'no action',
      }));
      const { rows } = await sql<Reference>`select * from pragma_foreign_key_list(${tableName})`.execute(use().kysely);
      const real = rows.map(({ from: name, table, to, on_delete, on_update }) => ({
        name,
        table,
        to,
        onDelete: on_delete.toLowerCase(),
        onUpdate: on_update.toLowerCase(),
      }));
      expect(byName(real), tableName).to.deep.equal(byName(wanted));
    }
  });

  it('have the indexes of the entities', async () => {
    for (const meta of metadata(use())) {
      const indexes = [
        ...meta.indexes.map((index) => ({ ...index, isUnique: false })),
        ...meta.uniques.map((index) => ({ ...index, isUnique: true })),
      ];
      const wanted = indexes.map(({ name, expression, columns, properties = [], isUnique }) => ({
        name,
        isUnique,
        columns: expression ? null : (columns ?? [properties].flat().map((key) => ({ name: key }))).map(columnOf),
      }));
      function columnOf({ name, sort }: { name: string; sort?: string }): string {
        const [column = ''] = meta.properties[name as never]!.fieldNames;
        return sort === 'desc' ? `${column} desc` : column;
      }
      const { rows } = await sql<Index>`select name, "unique" from pragma_index_list(${meta.tableName})
        where origin = 'c'`.execute(use().kysely);
      const real = rows.map(async ({ name, unique }) => ({
        name,
        isUnique: unique === 1,
        columns: await indexed(use(), name),
      }));
      expect(byName(await Promise.all(real)), meta.tableName).to.deep.equal(byName(wanted));
    }
  });
}

interface Column {
  name: string;
  type: string;
  notnull: number;
  pk: number;
}

interface Reference {
  table: string;
  from: string;
  to: string;
  on_delete: string;
  on_update: string;
}

interface Index {
  name: string;
  unique: number;
}

/** The columns of an index; null if one of them is an expression. */
async function indexed({ kysely }: Database, name: string): Promise<string[] | null> {
  const { rows } = await sql<{ name: string | null; desc: number }>`select name, "desc" from pragma_index_xinfo(${name})
    where key = 1 order by seqno`.execute(kysely);
  if (rows.some((column) => column.name === null)) return null;
  return rows.map((column) => `${column.name}${column.desc === 1 ? ' desc' : ''}`);
}

/** The statements that would change the tables to match the entities. */
function difference({ orm }: Database): Promise<string> {
  Object.assign(orm.config.get('schemaGenerator'), {
    // Triggers and their functions belong to the migrations.
    ignoreTriggers: true,
    ignoreRoutines: true,
    skipTables: [...WITHOUT_ENTITY, ...ON_POSTGRES, /^post_fts/],
  });
  return orm.schema.getUpdateSchemaSQL({ wrap: false });
}

function metadata({ orm }: Database): EntityMetadata[] {
  return [...orm.getMetadata().getAll().values()];
}

function byName<T extends { name: string | undefined }>(rows: T[]): T[] {
  return rows.toSorted((a, b) => String(a.name).localeCompare(String(b.name)));
}
