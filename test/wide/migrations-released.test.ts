import { createHash } from 'node:crypto';

import { expect } from 'chai';
import { sql } from 'kysely';

import { entities } from '../../entities/index.ts';
import { migrations } from '../../migrations/index.ts';
import type { Migration } from '../../migrations/migration.ts';
import { migrate } from '../../server/storage/database/migrate.ts';
import { openDatabase, type Database } from '../../server/storage/database/open.ts';
import { databaseKinds } from '../support/databases.ts';

/** Digests of the statements of each migration on a new SQLite and PostgreSQL database, at the time of release. */
const released: Record<string, [sqlite: string, postgres: string]> = {
  '0001-initial': ['bc2733bfc7f01981', '5bf82f424193a15f'],
  '0002-search': ['33bf11d35632beff', 'b916f34842ad8a5c'],
  '0003-touched': ['6e7178bcf2b0bad2', 'daf5c6f2919c1233'],
  '0004-login-attempts': ['694f6b4e919399c3', 'e2aee4cb0d902593'],
  '0005-reads': ['dd5cfb52daebb7a9', '33bbe4dac2c630a1'],
  '0006-former-ids': ['63ddadd184a2769d', 'd9d178fc2496c88f'],
  '0007-renderings': ['2ff6da62791d876b', '3a6829498a3d05f4'],
  '0008-revisions': ['6a8d93d657acdd73', '789c66d776f9cfa1'],
  '0009-owner-comments': ['0322607ac98eb854', '266c6b662c3af087'],
  '0010-sessions': ['b6196e586bff40d5', 'd7ef803736eda260'],
  '0011-pictures': ['4d1933de15774569', 'ff49288749b7bc26'],
  '0012-complex-texts': ['0c99c8908bb72ce8', '00c655fd674b6f09'],
  '0013-preview-links': ['07fac92eb6174e61', 'ef71860b1f2da215'],
  '0014-owner-lists': ['76603c210e620bb9', '76603c210e620bb9'],
  '0015-source-state': ['54ba3e965c95eab5', '0135666f7f111168'],
  '0016-known-devices': ['1b55ef2a397e4df5', 'a138d252ac39a4d7'],
  '0017-foreign-key-names': ['e3b0c44298fc1c14', '90cbe1c59e09d7b4'],
  '0018-events-and-jobs': ['28d5bcf65de0d487', 'aa1d2316721b70ad'],
  '0019-api-keys': ['a203a96d80173284', 'b7647c582dbbf62b'],
  '0020-site-lists': ['cc41d6d383ebd029', 'cc41d6d383ebd029'],
  '0021-post-authors': ['79f94e2785745bb1', '40a422dc991ee95f'],
  '0022-media-files': ['3f11bfea5381c4b0', 'd3161cad6ca9bd90'],
  '0023-media-uses': ['88cbf8e402ffd2e5', 'cbab8d94483c24da'],
  '0024-webhooks': ['014413aaf075b801', 'dd3e42f369816360'],
  '0025-spam': ['ab2b19c5ffda0a66', 'fd5f19f87129d0db'],
  '0026-comment-sources': ['b859b70a0b941a58', 'c9d29886903f7168'],
  '0027-autosaves': ['a1123ce3531ba43c', 'cbe459307396acbf'],
  '0028-mail': ['38105988d4c02fd6', '38105988d4c02fd6'],
  '0029-subscribers': ['ead146568ddb1249', 'fef4f5498d86203c'],
  '0030-mailings': ['8db5a9743e70e8ba', '523d4e87f6540cf5'],
  '0031-reply-mails': ['9a5cbe3d18f214bb', '7ca9a170ea8bc93e'],
  '0032-pages': ['e5419d53d77861d9', 'fbefe86cdcbad14e'],
  '0033-ended-subscriptions': ['064470b213cef6c7', '62c353ff575f40ff'],
  '0034-taxonomy': ['3fe2582d4b73cf83', '44cc0914fc3a23b4'],
  // It writes only where an index is damaged.
  '0035-search-rebuilt': ['e3b0c44298fc1c14', 'e3b0c44298fc1c14'],
};

for (const [at, kind] of databaseKinds.entries()) {
  // docs/interface.md, V4
  describe(`released migrations on ${kind.name}`, () => {
    const databases: Database[] = [];

    afterEach(() => Promise.all(databases.splice(0).map((database) => database.close())));

    it('have the same effect as when they were released', async () => {
      const written: Record<string, string | undefined> = {};
      await open(migrations.map((migration) => recorded(migration, (digest) => (written[migration.name] = digest))));
      const expected = Object.entries(released).map(([name, digests]) => [name, digests[at]]);
      expect(written).to.deep.include(Object.fromEntries(expected));
    });

    // CONTRIBUTING.md, Add a migration
    it('are followed by migrations that only add: instances of the last release go on beside this one', async () => {
      const last = migrations.findIndex(({ name }) => name === Object.keys(released).at(-1)) + 1;
      const database = await open(migrations.slice(0, last));
      const before = await columnsOf(database);
      const statements: string[] = [];
      await migrate(
        database,
        migrations.map((migration) => ({
          ...migration,
          up: ({ run, ...schema }) =>
            migration.up({ ...schema, run: (sql, parameters) => (statements.push(sql), run(sql, parameters)) }),
        })),
      );
      expect(statements.filter((sql) => TAKES.test(sql) && !COUNTS.test(sql))).to.deep.equal([]);
      const after = await columnsOf(database);
      for (const [table, columns] of Object.entries(before)) {
        expect(after[table], table).to.deep.include(columns);
        const added = Object.entries(after[table]!).filter(([name]) => !(name in columns));
        const required = added.filter(([, { isNullable, hasDefaultValue }]) => !isNullable && !hasDefaultValue);
        expect(required, table).to.deep.equal([]);
      }
    });

    // docs/interface.md, M16
    it('let a job search the posts that are there for uses of files', async () => {
      const old = await open(migrations.filter(({ name }) => name < '0023'));
      await old.kysely
        .insertInto('posts')
        .values(post as never)
        .execute();
      await old.kysely
        .insertInto('posts')
        .values({ ...post, key: 3, slug: 'empty', content: '' } as never)
        .execute();
      await migrate(old, migrations);
      const state = async ({ kysely }: Database) => [
        await kysely.selectFrom('unsearched_posts').select('post_key').execute(),
        await kysely.selectFrom('jobs').select(['kind', 'state']).execute(),
      ];
      expect(await state(old)).to.deep.equal([[{ post_key: 1 }], [{ kind: 'media.uses', state: 'waiting' }]]);
      expect(await state(await open(migrations))).to.deep.equal([[], []]);
    });

    if (kind.name === 'SQLite') {
      it('repair an index for searches that changes of long texts damaged', async () => {
        const { kysely, ...old } = await open(migrations.filter(({ name }) => name < '0035'));
        const put = (key: number, content: string) =>
          sql`insert or replace into post_fts (rowid, title, tags, excerpt, content)
            values (${key}, 'title', '', '', ${content})`.execute(kysely);
        const long = 'again '.repeat(3000);
        for (const [key, content] of [[1, long] as const, [1, `${long}more`] as const, [2, long] as const]) {
          await put(key, content);
        }
        await sql`delete from post_fts where rowid = 1`.execute(kysely);
        const problems = async () => (await sql`pragma integrity_check`.execute(kysely)).rows;
        expect(await problems()).not.to.deep.equal([{ integrity_check: 'ok' }]);
        await migrate({ kysely, ...old }, migrations);
        expect(await problems()).to.deep.equal([{ integrity_check: 'ok' }]);
        const hits = sql`select rowid from post_fts where post_fts match 'again' order by rowid`;
        expect((await hits.execute(kysely)).rows).to.deep.equal([{ rowid: 2 }]);
      });
    }

    async function open(some: readonly Migration[]): Promise<Database> {
      const database = await openDatabase({ url: await kind.freshUrl(), entities });
      databases.push(database);
      await migrate(database, some);
      return database;
    }
  });
}

const at = '2026-01-02T03:04:05.678Z';
const post = {
  key: 1,
  slug: 'a-post',
  title: 'A post',
  date: '2026-01-02',
  excerpt: '',
  cover: '',
  category: 'notes',
  tags: '["one"]',
  status: 'published',
  version: 7,
  created_at: at,
  updated_at: at,
  content: 'Text',
};
/** Statements whose effect would break instances of the last release; the statistics of a column break nothing. */
const TAKES =
  /\b(drop\s+(table|column|constraint|index|function|view)|rename|alter\s+column(?!\s+\w+\s+set\s+statistics)|set\s+not\s+null|truncate|update\s+\w+\s+set|delete\s+from)\b/i;

/**
 * Triggers that keep the lengths of lists, and delete those that are zero, and the posts of authors; those that list a post
 * once more to be searched, in place of an earlier row; and the one that clears the columns of the trash, which the last release does not know, when it publishes a post.
 */
const COUNTS =
  /^create (trigger( if not exists)?|or replace function) ((list_totals_posts?|post_authors)_(insert|update|delete)|posts_leave_trash|search_(new|changed)_share_image)\b/;

/** The metadata of each column, by table. */
async function columnsOf({ kysely }: Database) {
  const tables = await kysely.introspection.getTables();
  return Object.fromEntries(
    tables.map(({ name, columns }) => [name, Object.fromEntries(columns.map((column) => [column.name, column]))]),
  );
}

/** The same migration, recording the digest of its statements. Line breaks are ignored. */
function recorded({ name, up }: Migration, tell: (digest: string) => void): Migration {
  return {
    name,
    async up({ run, ...schema }) {
      const hash = createHash('sha256');
      await up({
        ...schema,
        run(sql, parameters = []) {
          hash.update(JSON.stringify([sql.replaceAll(/\s+/g, ' '), parameters]));
          return run(sql, parameters);
        },
      });
      tell(hash.digest('hex').slice(0, 16));
    },
  };
}
