import { ForeignKeyConstraintViolationException, raw, UniqueConstraintViolationException } from '@mikro-orm/core';
import { PostgreSqlPlatform } from '@mikro-orm/postgresql';
import type { EntityManager } from '@mikro-orm/sql';
import BetterSqlite3 from 'better-sqlite3';
import { expect } from 'chai';
import { sql } from 'kysely';
import { after, before, beforeEach, describe, it } from 'mocha';

import type { Database } from '../server/storage/database/open.ts';
import { databaseKinds } from './support/databases.ts';
import { Author, Book, Label, emptyLibrary, type LibraryTables, openLibrary } from './support/library.ts';

/** Text that would cause harm or be lost if it were part of a statement. */
const NASTY = [
  `it's`,
  `"quoted" and \`quoted\``,
  'what? ?? \\? $1 :name ::text',
  `\\'; drop table author; --`,
  "/* x */ E'\\n' %_ \\",
  '漢字 😀 \u2028 \u0001',
  '',
];

for (const kind of databaseKinds) {
  describe(`values on ${kind.name}`, () => {
    let database: Database<LibraryTables>;
    let log: { sql: string; parameters: readonly unknown[] }[] = [];

    before(async () => {
      database = await openLibrary(await kind.freshUrl(), {
        onQuery: (text, parameters) => log.push({ sql: text, parameters }),
      });
    });

    after(() => database?.close());

    beforeEach(async () => {
      await emptyLibrary(database);
      log = [];
    });

    const fork = () => database.orm.em.fork();
    const statements = () => log.map((entry) => entry.sql);

    describe('are bound', () => {
      it('in an insert of one or many rows', async () => {
        const em = fork();
        const label = em.create(Label, { code: 'red', note: null });
        em.create(Author, { ...ada, labels: [label] });
        em.create(Author, { name: 'Grace' });
        await em.flush();
        expectOnlyPlaceholders();
        expect(await fork().findOneOrFail(Author, { name: 'Ada' })).to.deep.include(ada);
      });

      it('in an update of one or many rows', async () => {
        await fork().insertMany(Author, [{ name: 'Ada' }, { name: 'Grace' }, { name: 'Joan' }]);
        const em = fork();
        for (const author of await em.findAll(Author)) {
          Object.assign(author, { ...ada, name: `${author.name} 2`, score: raw('1.5 + ?', [author.id]) });
        }
        log = [];
        await em.flush();
        const [first] = await em.findAll(Author, { orderBy: { id: 1 }, limit: 1 });
        first!.profile = null;
        first!.active = true;
        await em.flush();
        expectOnlyPlaceholders(['1.5']);
        expect(await fork().findOneOrFail(Author, { name: 'Joan 2' })).to.deep.include({
          words: ada.words,
          views: ada.views,
        });
        expect(await fork().findOneOrFail(Author, { name: 'Ada 2' })).to.deep.include({ profile: null, active: true });
      });

      it('in a find, for every type', async () => {
        await fork().insert(Author, ada);
        const wheres = [
          { name: 'Ada' },
          { name: { $in: ['Ada', 'x', 'y'] } },
          { name: { $like: 'A%' } },
          { active: false },
          { seenAt: ada.seenAt },
          { score: { $gt: 2.25, $lte: 2.5 } },
          { views: ada.views },
          { profile: { nested: { deep: 'what? $1' } } },
          { $or: [{ name: 'nobody' }, { $not: { active: true } }] },
          { [raw('lower(name)')]: 'ada' },
          { [raw('name = ? or name in (?)', ['Ada', ['x', 'y']])]: [] },
        ];
        for (const where of wheres) {
          log = [];
          expect(await fork().find(Author, where, { limit: 5, offset: 0 })).to.have.length(1);
          const paths = kind.name === 'SQLite' ? ["'$.nested.deep'"] : ["'nested'", "'deep'"];
          expectOnlyPlaceholders(paths);
        }
        expect(await fork().find(Author, { name: { $in: [] } })).to.deep.equal([]);
        expect(await fork().find(Author, { name: { $in: ['Ada'] }, words: null })).to.deep.equal([]);
      });

      it('in populated relations', async () => {
        const em = fork();
        const author = em.create(Author, { name: 'Ada', labels: [em.create(Label, { code: 'red' })] });
        em.create(Book, { title: 'Notes', author });
        em.create(Book, { title: 'Letters', author });
        await em.flush();
        for (const strategy of ['joined', 'select-in'] as const) {
          const where = { books: { title: 'Notes' }, labels: { code: 'red' } };
          const [found] = await fork().find(Author, where, { populate: ['books', 'labels'], strategy, limit: 3 });
          expect(found!.books).to.have.length(2);
          expect(found!.labels).to.have.length(1);
        }
        expectOnlyPlaceholders();
      });

      it('in a query builder and its subqueries', async () => {
        const author = await fork().insert(Author, ada);
        await fork().insert(Book, { title: 'Notes', author });
        const em = fork();
        const writers = em.createQueryBuilder(Book, 'b').select('b.author').where({ title: 'Notes' });
        const rows = await em
          .createQueryBuilder(Author, 'a')
          .select(['a.id', 'a.name'])
          .where({ id: { $in: writers }, active: false })
          .andWhere('a.score > ?', [2.25])
          .limit(5)
          .execute();
        expect(rows).to.deep.equal([{ id: author, name: 'Ada' }]);
        expectOnlyPlaceholders();
      });

      it('in upserts, native updates and deletes', async () => {
        await fork().upsert(Label, { code: 'red', note: 'one' });
        await fork().upsertMany(Label, [
          { code: 'red', note: 'two' },
          { code: 'blue', note: null },
        ]);
        expect(await fork().nativeUpdate(Label, { code: 'blue' }, { note: 'three' })).to.equal(1);
        expect((await fork().findAll(Label, { orderBy: { code: 1 } })).map(({ note }) => note)).to.deep.equal([
          'three',
          'two',
        ]);
        expect(await fork().nativeDelete(Label, { code: { $in: ['red', 'blue'] } })).to.equal(2);
        expectOnlyPlaceholders();
      });

      it('in em.execute: positions, names, lists, identifiers, escapes', async () => {
        await fork().insert(Author, ada);
        const em = fork();
        log = [];
        expect(
          await em.execute('select name from author where name = ? and active = ?', ['Ada', false]),
        ).to.have.length(1);
        expect(await em.execute('select :c: from author where name = :n', { c: 'name', n: 'Ada' })).to.have.length(1);
        expect(await em.execute('select ?? from author where name in (?)', ['name', ['Ada', 'x']])).to.have.length(1);
        expectOnlyPlaceholders();
        const [row] = await em.execute(
          `select '?' as a, 'it''s ?' as "b?", name /* ? */ from author where name = ? -- ?`,
          ['Ada'],
        );
        expect(row).to.deep.equal({ a: '?', 'b?': "it's ?", name: 'Ada' });
        expect(await em.execute('select count(*) as n from author', [], 'get')).to.deep.equal({ n: 1 });
        expect(await em.execute('delete from author where name = ?', ['Ada'], 'run')).to.include({ affectedRows: 1 });
      });

      it('in a stream', async () => {
        await fork().insertMany(Author, [{ name: 'Ada' }, { name: 'Grace' }]);
        log = [];
        const names: string[] = [];
        for await (const author of fork().stream(Author, { where: { name: { $like: '%a%' } }, orderBy: { name: 1 } })) {
          names.push(author.name);
        }
        expect(names).to.deep.equal(['Ada', 'Grace']);
        expectOnlyPlaceholders();
      });

      it('in Kysely, which accepts the same values on both engines', async () => {
        await fork().insert(Author, ada);
        const rows = await database.kysely
          .selectFrom('author')
          .select(['name', 'views'])
          .where('active', '=', false)
          .where('seen_at', '=', ada.seenAt)
          .where('views', '=', ada.views)
          .execute();
        expect(rows).to.deep.equal([{ name: 'Ada', views: ada.views }]);
        expectOnlyPlaceholders();
      });

      it('unless a statement has more placeholders than values, which is rejected', async () => {
        const error = await fork()
          .execute('select ? = ?', [1])
          .catch((reason: Error) => reason);
        expect(error).to.be.an('error').with.property('message').that.includes('more placeholders than values');
      });
    });

    it('are logged as the engine receives them', async () => {
      expect(await textTheEngineGot(fork(), 'hunter2')).to.equal(statements()[0]);
      expectOnlyPlaceholders();
    });

    it('are stored unchanged, even hostile text', async () => {
      const em = fork();
      NASTY.forEach((note, index) => em.create(Label, { code: `${index}${note}`, note }));
      em.create(Author, { name: NASTY.join(), profile: { [NASTY[0]!]: NASTY }, words: NASTY.slice(0, 4) });
      await em.flush();
      for (const [index, note] of NASTY.entries()) {
        expect(await fork().findOneOrFail(Label, { code: `${index}${note}`, note })).to.include({ note });
      }
      const author = await fork().findOneOrFail(Author, { name: NASTY.join() });
      expect(author.profile).to.deep.equal({ [NASTY[0]!]: NASTY });
      expectOnlyPlaceholders();
    });

    // MikroORM writes the values of such fragments into the text itself, before the connection sees them.
    it('of raw() in select and orderBy are escaped and kept apart from placeholders', async () => {
      await fork().insert(Label, { code: 'red' });
      for (const note of NASTY) {
        const rows = await fork()
          .createQueryBuilder(Label, 'l')
          .select(raw('? as note', [note]))
          .where({ code: 'red' })
          .orderBy({ [raw('code = ?', [note])]: 'desc' })
          .execute();
        expect(rows).to.deep.equal([{ note }]);
      }
    });

    it('stay integers', async () => {
      await fork().insert(Author, { name: 'Ada', views: Number.MAX_SAFE_INTEGER });
      await database.kysely
        .updateTable('author')
        .set({ name: sql`name || ${sql`cast(${5} as text)`}` })
        .execute();
      expect(await fork().findOneOrFail(Author, { name: 'Ada5' })).to.include({ views: Number.MAX_SAFE_INTEGER });
    });

    it('cause distinct errors for duplicates and missing parents', async () => {
      await fork().insert(Label, { code: 'red' });
      const duplicate = await fork()
        .insert(Label, { code: 'red' })
        .catch((error: Error) => error);
      expect(duplicate).to.be.instanceOf(UniqueConstraintViolationException);
      const orphan = await fork()
        .insert(Book, { title: 'x', author: 999 })
        .catch((error: Error) => error);
      expect(orphan).to.be.instanceOf(ForeignKeyConstraintViolationException);
    });

    it('include ids that are never reused', async () => {
      const first = await fork().insert(Author, { name: 'Ada' });
      await fork().nativeDelete(Author, { id: first });
      expect(await fork().insert(Author, { name: 'Ada' })).to.be.greaterThan(first);
    });

    /** Expects no literals in the statements so far, except allowed ones, and one placeholder per value. */
    function expectOnlyPlaceholders(allowed: string[] = []): void {
      expect(log).to.have.length.above(0);
      for (const { sql: text, parameters } of log) {
        const rest = allowed.reduce((remaining, literal) => remaining.replaceAll(literal, ''), text);
        expect(rest.replaceAll(/["`][^"`]*["`]/g, ''), text).not.to.match(LITERAL);
        expect(text.match(/\?|\$\d+/g) ?? [], text).to.have.length(parameters.length);
      }
    }
  });
}

const ada = {
  name: 'Ada',
  active: false,
  seenAt: new Date('2024-05-06T07:08:09.123Z'),
  profile: { nested: { deep: 'what? $1' }, list: [1, 'two', null] },
  words: ['one', 'two, or "three"'],
  score: 2.5,
  views: 9_182_736_455,
};

/** Runs a statement with `value` and returns its text as the engine reports it. */
async function textTheEngineGot(em: EntityManager, value: string): Promise<string> {
  if (em.getPlatform() instanceof PostgreSqlPlatform) {
    const [row] = await em.execute('select query from pg_stat_activity where pid = pg_backend_pid() and query <> ?', [
      value,
    ]);
    return row!['query'] as string;
  }
  const { prepare } = BetterSqlite3.prototype;
  const texts: string[] = [];
  BetterSqlite3.prototype.prepare = function (this: BetterSqlite3.Database, text: string) {
    texts.push(text);
    return prepare.call(this, text);
  } as typeof prepare;
  await em.execute('select name from author where name <> ? and id > ?', [value, 7]).finally(() => {
    BetterSqlite3.prototype.prepare = prepare;
  });
  return texts.join();
}

/** A quoted text, a number or a boolean. */
const LITERAL = /'|(?<![\w$])\d|\b(true|false)\b/;
