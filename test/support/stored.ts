import { sql } from 'kysely';

import { entities } from '../../entities/index.ts';
import { migrations } from '../../migrations/index.ts';
import { countRows, isCopied, tablesOf, type Row } from '../../server/storage/database/tables.ts';
import { migrate } from '../../server/storage/database/migrate.ts';
import { openDatabase, type Database } from '../../server/storage/database/open.ts';
import { comment } from './comments.ts';
import { write } from './posts.ts';
import { PASSWORD, type TestService } from './service.ts';
import { insertReplyMail } from './replies.ts';
import { insertMailing, insertSubscriber } from './subscribers.ts';
import { insertWebhook } from './webhooks.ts';

/** Opens a database while `run` runs. */
export async function withDatabase<T>(url: string, run: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ url, entities });
  try {
    return await run(database);
  } finally {
    await database.close();
  }
}

/** All rows of the entities that copies have as texts, unordered, without events for the next log. */
export function storedIn(url: string): Promise<Record<string, string[]>> {
  return withDatabase(url, async (database) => {
    const stored: Record<string, string[]> = {};
    for (const name of copiedTables(database)) stored[name] = await rowsIn(database, name);
    stored['settings'] = stored['settings']!.filter((row) => !row.includes('"event:'));
    // A copy knows the database that it replaced.
    stored['identity'] = stored['identity']!.map((row) => row.replace(/,"replaced_id":[^,}]*/, ''));
    // A restored database has its own.
    stored['sequences'] = stored['sequences']!.filter((row) => !/"(epoch|events\.(webhooks|mail))"/.test(row));
    return stored;
  });
}

/** The rows of one table as texts, unordered. */
export async function rowsIn({ kysely }: Database, table: string): Promise<string[]> {
  const { rows } = await sql<Row>`select * from ${sql.table(table)}`.execute(kysely);
  return rows.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort();
}

/** The number of rows of each entity that copies have. */
export function countsIn(url: string): Promise<Record<string, number>> {
  return withDatabase(url, (database) =>
    countRows(database.kysely as unknown as Parameters<typeof countRows>[0], copiedTables(database)),
  );
}

function copiedTables({ orm }: Database): string[] {
  return tablesOf(orm)
    .map(({ name }) => name)
    .filter(isCopied);
}

/** Creates the tables of a new database. */
export function migrated(url: string): Promise<void> {
  return withDatabase(url, async (database) => void (await migrate(database, migrations)));
}

/** Makes a database look like one of a newer version. */
export function makeNewer(url: string): Promise<void> {
  return withDatabase(url, async ({ kysely }) => {
    await sql`insert into schema_migrations (name, applied_at) values ('9999-later', 0)`.execute(kysely);
  });
}

/** Makes a database look like one of an older version, whose last migration has not run. */
export function makeOlder(url: string): Promise<void> {
  return withDatabase(url, async ({ kysely }) => {
    await sql`delete from schema_migrations where name = ${migrations.at(-1)!.name}`.execute(kysely);
  });
}

/** Writes rows of every table, over HTTP where possible, and deletes the newest post and comment again. */
export async function fillBlog(service: TestService): Promise<void> {
  const { call, admin } = service;
  await write(service, { id: 'plain', title: 'Übergröße', content: 'The quick brown fox. 春の海', tags: ['b', 'a'] });
  await write(service, { id: 'sealed', title: 'Sealed', content: 'Secret', protected: true, password: 'open sesame' });
  await write(service, { id: 'drafted', title: 'Draft', status: 'draft' });
  await admin('POST', '/api/posts/drafted/rename', { newId: 'draft' });
  await admin('PUT', '/api/posts/plain/working-copy', { baseVersion: 1, fields: { title: 'Later' } });
  await admin('POST', '/api/posts/draft/preview-link');
  await admin('POST', '/api/admin/names/tag/b/rename', { newName: 'c' });
  await admin('PUT', '/api/admin/names/tag/c', { description: 'The third letter' });
  await writeComments(service);
  await call('POST', '/api/posts/plain/view');
  await call('POST', '/api/posts/plain/like');
  await service.services.views.flush();
  await admin('PUT', '/api/admin/settings', { title: 'Moved' });
  await admin('POST', '/api/media', { url: 'https://a.example/b.png', name: 'b' });
  await admin('POST', '/api/admin/keys', { name: 'A site', scopes: ['read'] });
  await call('POST', '/api/errors', { body: { message: 'It broke' } });
  for (const password of [PASSWORD, 'not the password']) await call('POST', '/api/admin/login', { body: { password } });
  await insertTheRest(service);
  await write(service, { id: 'gone' });
  await admin('DELETE', '/api/posts/gone');
}

async function writeComments(service: TestService): Promise<void> {
  const { comment: first } = await comment(service, 'plain', { content: 'One <two> & 三\nfour' });
  const { comment: reply } = await comment(service, 'plain', { parentId: first.id });
  await comment(service, 'plain', { parentId: reply.id });
  await insertReplyMail(service, reply.id);
  await service.call('POST', `/api/comments/${first.id}/like`);
  const { comment: early } = await comment(service, 'gb-note');
  const { comment: late } = await comment(service, 'gb-note');
  await replyEarly(service, early.id, late.id);
  // The words that the spam filter has learned, and a writer whom it blocks.
  for (const status of ['spam', 'approved']) await service.admin('PUT', `/api/comments/${late.id}`, { status });
  await service.admin('POST', `/api/comments/${late.id}/block`, { by: 'name' });
  const { comment: gone } = await comment(service, 'gb-idea', { author: 'Bea' });
  await service.admin('DELETE', `/api/comments/${gone.id}`);
}

/** A reply that is older than its parent, as only imports create. */
async function replyEarly({ database: { kysely } }: TestService, early: string, late: string): Promise<void> {
  const parent = await kysely.selectFrom('comments').select('key').where('id', '=', late).executeTakeFirstOrThrow();
  await kysely.updateTable('comments').set({ parent_key: parent.key, depth: 2 }).where('id', '=', early).execute();
}

/** Rows that are transient, or belong to an import. */
async function insertTheRest(service: TestService): Promise<void> {
  const { kysely } = service.database;
  const at = '2026-01-01T00:00:00.000Z';
  await insertWebhook(service, 'stored');
  await insertSubscriber(service, 'stored');
  await insertMailing(service, 'plain', 'sub-stored');
  const link = { mailing_id: 'ma-plain', url_hash: '0123456789abcdef', url: 'https://elsewhere.example/', clicks: 2 };
  await kysely.insertInto('mailing_links').values(link).execute();
  await kysely.insertInto('ended_subscriptions').values({ email_hash: 'ef', ended_at: at }).execute();
  await kysely.insertInto('erased_addresses').values({ mailbox: 'ef', erased_at: at }).execute();
  await kysely
    .insertInto('confirmations')
    .values({
      id: 'cf-stored',
      purpose: 'reply',
      mailbox: 'ef',
      network: '01',
      email: 'asked@example.org',
      language: 'en',
      requested_at: at,
      // A restored database forgets those that are still to be sent.
      sent_at: at,
    })
    .execute();
  await kysely.insertInto('dropped_confirmations').values({ hour: at, dropped: 2 }).execute();
  await kysely.insertInto('upload_hosts').values({ host: 'localhost:3000', noted_at: at }).execute();
  const post = await kysely.selectFrom('posts').select('key').where('slug', '=', 'plain').executeTakeFirstOrThrow();
  await kysely.insertInto('redirects').values({ path: '/2019/old', post_key: post.key }).execute();
  const rendering = { post_key: post.key, made_from: 'text', html: '<p>春</p>', toc: '[]', words: 1 };
  await kysely.insertInto('renderings').values(rendering).execute();
  await kysely.insertInto('unmeasured_pictures').values({ post_key: post.key, address_hash: 'ab' }).execute();
  await kysely
    .insertInto('picture_sizes')
    .values({ address_hash: 'cd', width: 3, height: 2, measured_at: at })
    .execute();
  const media = await kysely.selectFrom('media').select('key').executeTakeFirstOrThrow();
  await kysely.insertInto('media_redirects').values({ path: '2026/01/old.png', media_key: media.key }).execute();
  const job = { id: 'j-1', kind: 'none', data: '{}', run_at: at, state: 'failed', created_at: at } as const;
  await kysely.insertInto('jobs').values(job).execute();
  await kysely.insertInto('login_attempts').values({ address: '192.0.2.1', subnet: '192.0.2', at }).execute();
  await insertSecondFactors(service, at);
  await insertOtherSites(service, post.key);
  await kysely
    .insertInto('media_fetches')
    .values({ id: 'mf-stored', state: 'done', created_at: at, ended_at: at })
    .execute();
  await kysely
    .insertInto('media_fetch_urls')
    .values({ fetch_id: 'mf-stored', position: 0, url: 'https://old.example/a.png', error: 'Not found.' })
    .execute();
  const links = JSON.stringify([{ label: 'Home', url: 'https://ada.example/' }]);
  const author = { id: 'stored', name: 'Stored', bio: 'Ships.', picture: '/a.jpg', links, created_at: at };
  await kysely.insertInto('authors').values(author).execute();
  const rule = { id: 'rr-stored', source: '/old', target: '/new', status: 301, created_at: at };
  await kysely.insertInto('redirect_rules').values(rule).execute();
  await kysely
    .insertInto('missing_paths')
    .values({ path: '/gone', day: at.slice(0, 10), hits: 1 })
    .execute();
  await insertStatistics(service, post.key, at.slice(0, 10));
  // No copy has it.
  await service.services.viewTally.salt.current();
}

async function insertStatistics({ database: { kysely } }: TestService, post_key: number, day: string): Promise<void> {
  const views = { day, kind: 'device', value: 'mobile', views: 3 } as const;
  await kysely.insertInto('site_views').values(views).execute();
  await kysely
    .insertInto('post_views')
    .values({ post_key, ...views })
    .execute();
  await kysely.insertInto('visitor_days').values({ day, visitors: 1, sketch: '0001' }).execute();
  await kysely.insertInto('post_sketches').values({ post_key, day, sketch: '0001' }).execute();
}

/** An authenticator app that is not confirmed yet, and a passkey. */
async function insertSecondFactors({ database: { kysely } }: TestService, at: string): Promise<void> {
  await kysely
    .insertInto('totp')
    .values({ key: 1, secret: 'sealed', confirmed: 0, last_step: 0, created_at: at })
    .execute();
  await kysely.insertInto('recovery_codes').values({ hash: 'ef', created_at: at }).execute();
  const challenge = { hash: 'ef', purpose: 'code', binding: '192.0.2.1', expires_at: at };
  await kysely.insertInto('login_challenges').values(challenge).execute();
  await kysely
    .insertInto('passkeys')
    .values({
      id: 'pk-stored',
      credential_id: 'ef',
      public_key: 'ef',
      counter: '0',
      rp_id: 'blog.example',
      transports: '[]',
      name: 'Laptop',
      created_at: at,
    })
    .execute();
}

/** A comment site's page, and a reaction. */
async function insertOtherSites({ database: { kysely } }: TestService, postKey: number): Promise<void> {
  const page = { post_key: postKey, site: 'notes.example', address: 'https://notes.example/a' };
  await kysely.insertInto('threads').values(page).execute();
  await kysely.insertInto('reactions').values({ target: 'plain', reaction: 'heart', address_hash: 'ef' }).execute();
  await kysely.insertInto('reaction_totals').values({ target: 'plain', reaction: 'heart', total: 1 }).execute();
}
