import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect } from 'chai';
import { sql } from 'kysely';

import { inBase64 } from './support/needles.ts';
import type { TestService } from './support/service.ts';
import { faces, type Input } from './support/faces.ts';
import { describeVisited } from './support/visitors.ts';
import { until } from './support/until.ts';

const OLD = 'first p4ssw0rd';
const NEW = 'second p4ssw0rd';
/** Four characters that occur in no other text; the index stores them in pairs. */
const RARE = '龘靐齉爩';

/** Secret words: rare enough that even a suffix, which is all that FTS5 may store, is unique. */
const SECRETS = ['xqkzonejvwq', 'jvxztwoqkwz'];
/** Longer than a page, so that it fills pages of its own, which become free when the text is deleted. */
const TEXT = `A ${SECRETS[0]} and **${RARE}**. ${`Some more about ${SECRETS[0]}. `.repeat(400)}`;
const EDITED = `Only ${SECRETS[1]}, shorter.`;

/** Calls a procedure and expects it to succeed. */
type Call = (name: string, input: Input) => Promise<{ id: string }>;
/** Background work of the database between two writes: here PostgreSQL's statistics, which quote the columns. */
type Settle = () => Promise<unknown>;

/** Ways in which a secret text is stored and removed. */
const ways: [how: string, go: (call: Call, settle: Settle) => Promise<unknown>][] = [
  ['made protected', (call) => call('posts.create', { title: 'T', content: TEXT, password: OLD })],
  [
    'plain first, then protected',
    async (call, settle) => {
      const { id } = await call('posts.create', { title: 'T', content: TEXT });
      await settle();
      return call('posts.update', { id, protected: true, password: OLD });
    },
  ],
  [
    'a short plain text, made into an excerpt, then protected',
    async (call, settle) => {
      const { id } = await call('posts.create', { title: 'T', content: `${EDITED} ${RARE}` });
      await settle();
      return call('posts.update', { id, password: OLD });
    },
  ],
  [
    'plain, edited, then protected',
    async (call, settle) => {
      const { id } = await call('posts.create', { title: 'T', content: TEXT });
      await call('posts.update', { id, content: EDITED });
      await settle();
      return call('posts.update', { id, password: OLD });
    },
  ],
  [
    'protected, opened, and protected again',
    async (call, settle) => {
      const { id } = await call('posts.create', { title: 'T', content: TEXT, password: OLD });
      await call('posts.update', { id, protected: false, password: OLD });
      await settle();
      return call('posts.update', { id, protected: true, password: NEW });
    },
  ],
  [
    'encrypted anew under another password, and with another text',
    async (call) => {
      const { id } = await call('posts.create', { title: 'T', content: TEXT, password: OLD });
      await call('posts.update', { id, oldPassword: OLD, password: NEW });
      return call('posts.update', { id, content: EDITED, password: OLD });
    },
  ],
  [
    'imported with a password, and imported plain first',
    async (call, settle) => {
      const item = { title: 'T', content: TEXT };
      await call('transfer.import', { posts: [{ ...item, sourceKey: 'a.md', password: OLD }] });
      await call('transfer.import', { posts: [{ ...item, sourceKey: 'b.md' }] });
      await settle();
      return call('transfer.import', { posts: [{ ...item, sourceKey: 'b.md', password: OLD }] });
    },
  ],
  [
    'plain in many versions, one of them restored, then protected',
    async (call, settle) => {
      const { id } = await call('posts.create', { title: 'T', content: TEXT });
      await call('posts.update', { id, content: `${EDITED} ${RARE}` });
      await call('posts.rename', { id, newId: `${id}-renamed` });
      const known = { id: `${id}-renamed` };
      for (let round = 0; round < 55; round++)
        await call('posts.update', { ...known, excerpt: `${SECRETS[0]} ${round}` });
      const { revisions } = (await call('revisions.list', known)) as unknown as { revisions: { version: number }[] };
      await call('revisions.restore', { ...known, version: revisions[5]!.version });
      await call('posts.update', { ...known, content: 'no secret', excerpt: '' });
      await settle();
      return call('posts.update', { ...known, content: TEXT, password: OLD });
    },
  ],
  [
    'opened again, and sealed by restoring an encrypted version',
    async (call, settle) => {
      const { id } = await call('posts.create', { title: 'T', content: TEXT, password: OLD });
      const { revisions } = (await call('revisions.list', { id })) as unknown as { revisions: { version: number }[] };
      await call('posts.update', { id, protected: false, password: OLD });
      await settle();
      return call('revisions.restore', { id, version: revisions[0]!.version });
    },
  ],
  [
    'put aside in a working copy, then protected',
    async (call, settle) => {
      const { id } = await call('posts.create', { title: 'T', content: 'no secret' });
      await call('workingCopies.save', { id, baseVersion: 1, fields: { content: TEXT, excerpt: SECRETS[1] } });
      await settle();
      await call('workingCopies.save', { id, baseVersion: 1, fields: { content: EDITED } });
      return call('posts.update', { id, password: OLD });
    },
  ],
  [
    'published from a working copy, then protected',
    async (call, settle) => {
      const { id } = await call('posts.create', { title: 'T', content: 'no secret' });
      const { post } = (await call('posts.get', { id })) as unknown as { post: { version: number } };
      await call('workingCopies.save', { id, baseVersion: post.version, fields: { content: TEXT } });
      await call('workingCopies.publish', { id });
      await settle();
      return call('posts.update', { id, password: OLD });
    },
  ],
  [
    'plain with versions and a working copy, then deleted with others at once',
    async (call, settle) => {
      const { id } = await call('posts.create', { title: 'T', content: TEXT });
      await call('posts.update', { id, content: EDITED });
      await call('workingCopies.save', { id, baseVersion: 1, fields: { content: TEXT } });
      await settle();
      return call('posts.bulk', { action: 'delete', ids: [id] });
    },
  ],
  [
    'plain, then deleted',
    async (call, settle) => {
      const { id } = await call('posts.create', { title: 'T', content: TEXT });
      await settle();
      return call('posts.delete', { id });
    },
  ],
  [
    'protected, then deleted',
    async (call) => call('posts.delete', await call('posts.create', { title: 'T', content: TEXT, password: OLD })),
  ],
];

// docs/interface.md, P25
describeVisited.onBothEngines('encryption at rest', (use, engine) => {
  for (const [at, [how, go]] of ways.entries()) {
    // Over one face on SQLite and over the other on PostgreSQL: what is stored does not depend on both together.
    const [face, callOver] = faces[(at + Number(engine === 'PostgreSQL')) % faces.length]!;
    it(`leaves nothing of the text in the database and the log: ${how}, over ${face}`, async () => {
      const call: Call = async (name, input) => {
        const given = name === 'posts.delete' ? { id: input['id'] } : input;
        const { status, value } = await callOver(use(), name, given, { token: use().token });
        expect(status, JSON.stringify(value)).to.equal(200);
        return value as { id: string };
      };
      await go(call, () => settle(use()));
      await forgetImports(use());
      expect(await traces(use())).to.deep.equal([]);
    });
  }

  for (const [face, callOver] of faces) {
    it(`leaves nothing of a rejected write in the log, over ${face}`, async () => {
      const token = use().token;
      const { value } = await callOver(use(), 'posts.create', { title: 'T', content: TEXT, password: OLD }, { token });
      const { id } = value as { id: string };
      const refused = [
        await callOver(use(), 'posts.create', { title: 'T', content: TEXT, password: OLD, id }, { token }),
        await callOver(use(), 'posts.update', { id, protected: false, password: 'not the one' }, { token }),
        await callOver(use(), 'posts.update', { id, content: TEXT, password: NEW, ifVersion: 0 }, { token }),
        await callOver(use(), 'posts.create', { title: '', content: TEXT, password: OLD }, { token }),
      ];
      const codes = ['POST_EXISTS', 'WRONG_POST_PASSWORD', 'PRECONDITION_FAILED', 'BAD_REQUEST'];
      expect(refused.map(({ code }) => code)).to.deep.equal(codes);
      expect(JSON.stringify(refused)).to.not.include(SECRETS[0]).and.not.include(RARE).and.not.include('p4ssw0rd');
      expect(await traces(use())).to.deep.equal([]);
    });
  }

  it('is tested effectively: a plain text is found in tables, index and file', async () => {
    const { body } = await use().admin('POST', '/api/posts', { title: 'T', content: `${TEXT} ${EDITED}` });
    const found = await traces(use());
    expect(found.length).to.be.above(5);
    await use().admin('DELETE', `/api/posts/${body.id}`);
    expect(await traces(use())).to.deep.equal([]);
  });
});

/** Every form of every secret that is stored. */
async function traces(service: TestService): Promise<string[]> {
  const places = [...(await tables(service)), ...(await files(service)), ['log', JSON.stringify(service.logged)]];
  const pairs = [RARE.slice(0, 2), RARE.slice(1, 3), RARE.slice(2)];
  const utf8 = [...SECRETS.map((word) => word.slice(3)), ...pairs, 'p4ssw0rd'];
  const forms = [
    ...utf8.map((text) => Buffer.from(text).toString('latin1')),
    ...utf8.flatMap((text) => [Buffer.from(text, 'utf16le').toString('latin1'), ...inBase64(text)]),
  ];
  return places.flatMap(([place, text]) => {
    const lower = inLowerCase(text ?? '');
    return forms.filter((form) => text?.includes(form) || lower.includes(form)).map((form) => `${form} in ${place}`);
  });
}

/** Bytes as latin1 with the letters of ASCII in lower case. */
function inLowerCase(text: string): string {
  const all = Buffer.from(text, 'latin1');
  for (let at = 0; at < all.length; at++) if (all[at]! >= 0x41 && all[at]! <= 0x5a) all[at]! += 0x20;
  return all.toString('latin1');
}

/** Every row of every table, including hidden ones and the statistics of PostgreSQL, as bytes. */
async function tables({ database }: TestService): Promise<[string, string][]> {
  const { kysely, dialect } = database;
  const known = (await kysely.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name);
  const names = dialect === 'postgres' ? [...known, 'pg_stats', 'pg_stat_activity'] : known;
  return Promise.all(
    names.map(async (name): Promise<[string, string]> => {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(kysely);
      const values = rows.flatMap((row) => Object.values(row).map(bytes));
      return [name, values.join('\n')];
    }),
  );
}

/** As latin1, in which each byte is one character. */
function bytes(value: unknown): string {
  const text = typeof value === 'object' && !(value instanceof Uint8Array) ? JSON.stringify(value) : value;
  return (text instanceof Uint8Array ? Buffer.from(text) : Buffer.from(String(text))).toString('latin1');
}

/** The files beside an SQLite database: WAL, shared memory, journal. */
async function files({ database }: TestService): Promise<[string, string][]> {
  if (database.dialect !== 'sqlite') return [];
  const path = database.url.slice('sqlite:'.length);
  const names = (await readdir(dirname(path))).filter((name) => name.startsWith(basename(path)));
  return Promise.all(
    names.map(async (name): Promise<[string, string]> => [name, await readFile(join(dirname(path), name), 'latin1')]),
  );
}

/** Reads the pages of the posts, which stores their renderings, and updates the statistics of the database. */
async function settle(service: TestService): Promise<void> {
  for (const id of await unrendered(service)) await service.call('GET', `/posts/${id}`);
  await until(async () => (await unrendered(service)).length === 0);
  await analyze(service);
}

async function unrendered({ database }: TestService): Promise<string[]> {
  const { rows } = await sql<{ slug: string }>`
    select slug from posts where protected = 0 and key not in (select post_key from renderings)`.execute(
    database.kysely,
  );
  return rows.map(({ slug }) => slug);
}

async function analyze({ database }: TestService): Promise<void> {
  await sql`analyze`.execute(database.kysely);
}

/** Deletes the records of imports, so that the next round is a first import. */
async function forgetImports({ database }: TestService): Promise<void> {
  await database.kysely.updateTable('posts').set({ source_key: null }).execute();
}
