import { expect } from 'chai';
import { sql } from 'kysely';

import { Post } from '../entities/post.ts';
import { removePosts } from '../routers/posts/remove.ts';
import { lockVersions } from '../routers/data/sequence.ts';
import { markUnscrubbed, UNSCRUBBED } from '../routers/data/unscrubbed.ts';
import { read, write } from './support/posts.ts';
import { insertReplyMail } from './support/replies.ts';
import type { TestService } from './support/service.ts';
import { insertMailing } from './support/subscribers.ts';
import { describeVisited, statuses } from './support/visitors.ts';
import { until } from './support/until.ts';

// docs/interface.md, P17
describeVisited.onBothEngines('posts: deletion', (use) => {
  it('leaves no row that refers to the post or to its dependent rows', async () => {
    await fullPost(use(), 'rehearsal'); // the first one makes rows that stay, such as the key of address hashes
    await use().admin('DELETE', '/api/posts/rehearsal');
    await write(use(), { id: 'bystander', tags: ['t'] });
    const before = await rowCounts(use());

    await fullPost(use(), 'doomed');
    const full = await rowCounts(use());
    const filled = Object.keys(full).filter((table) => full[table] !== before[table]);
    expect(filled).to.include.members(await tablesOfPosts(use()));
    expect((await use().admin('DELETE', '/api/posts/doomed')).body).to.deep.equal({ ok: true, id: 'doomed' });
    expect(await rowCounts(use())).to.deep.equal(before);
  });

  it('cascades over every column that references a post or a comment', async () => {
    for (const { table, columns } of await keyColumns(use())) {
      expect(await cascades(use(), table), table).to.include.members(columns);
    }
  });

  it('starts without old data when the id is used again', async () => {
    await fullPost(use(), 'again');
    const old = await read(use(), 'again');
    await use().admin('DELETE', '/api/posts/again');
    for (const path of ['', '/comments'])
      expect((await use().call('GET', `/api/posts/again${path}`)).status).to.equal(404);
    await write(use(), { id: 'again' });
    const anew = await read(use(), 'again');
    expect(anew).to.deep.include({ views: 0, likes: 0, tags: [], content: '' });
    expect(anew.version).to.be.above(old.version);
    expect((await use().call('GET', '/api/posts/again/comments')).body).to.deep.include({ comments: [], total: 0 });
  });

  it('does not affect the guestbook and other posts', async () => {
    const fields = { author: 'a', content: 'still here' };
    await use().call('POST', '/api/posts/gb-note/comments', { body: fields });
    await write(use(), { id: 'neighbour' });
    await use().call('POST', '/api/posts/neighbour/comments', { body: fields });
    await write(use(), { id: 'gone' });
    await use().admin('DELETE', '/api/posts/gone');
    for (const id of ['gb-note', 'neighbour']) {
      expect((await use().call('GET', `/api/posts/${id}/comments`)).body.total).to.equal(1);
    }
  });

  it('does not deadlock with a bulk deletion', async () => {
    const id = await write(use(), {});
    const { services, database } = use();
    let second: ReturnType<TestService['admin']> | undefined;
    await services.em.fork().transactional(async (tx) => {
      await lockVersions(tx);
      await markUnscrubbed(tx);
      second = use().admin('DELETE', `/api/posts/${id}`);
      await until(async () => database.dialect === 'sqlite' || (await isAnyoneWaiting(use())));
      const { key } = await tx.findOneOrFail(Post, { slug: id });
      await removePosts(tx, use().clock, [key]);
    });
    expect((await second)?.status).to.equal(404);
  });

  it('answers 404 the second time', async () => {
    await write(use(), { id: 'once' });
    expect((await use().admin('DELETE', '/api/posts/once')).status).to.equal(200);
    expect((await use().admin('DELETE', '/api/posts/once')).status).to.equal(404);
  });

  it('deletes once for twenty concurrent calls', async () => {
    await write(use(), { id: 'wanted', tags: ['t'] });
    const answers = await Promise.all(Array.from({ length: 20 }, () => use().admin('DELETE', '/api/posts/wanted')));
    expect(statuses(answers)).to.deep.equal([200, ...Array<number>(19).fill(404)]);
  });
});

/** A post with rows in every table that refers to posts. */
async function fullPost(service: TestService, id: string): Promise<void> {
  const { admin, call, database, clock } = service;
  const item = {
    id,
    title: id,
    content: `text and ![](/${id}.png)`,
    tags: ['a', 'b'],
    authors: ['ada'],
    sourceKey: id,
    aliases: [`/old/${id}`],
  };
  // The same for all posts.
  await admin('POST', '/api/admin/authors', { id: 'ada', name: 'Ada' });
  expect((await admin('POST', '/api/admin/import', { posts: [item] })).body.results[0]).to.include({
    outcome: 'new',
    id,
  });
  // Searches the text for uses of media; the working copy is listed as not searched yet.
  expect((await admin('GET', '/api/media?unused=1')).status).to.equal(200);
  const parent = await comment(service, id);
  await comment(service, id, await comment(service, id, parent));
  expect((await admin('POST', `/api/posts/${id}/rename`, { newId: `${id}-renamed` })).status).to.equal(200);
  expect((await admin('POST', `/api/posts/${id}-renamed/rename`, { newId: id })).status).to.equal(200);
  const copy = { baseVersion: 1, fields: { title: 'Later' } };
  expect((await admin('PUT', `/api/posts/${id}/working-copy`, copy)).status).to.equal(200);
  expect((await admin('POST', `/api/posts/${id}/preview-link`)).status).to.equal(201);
  for (const path of [`comments/${parent}/like`, `posts/${id}/like`, `posts/${id}/view`]) {
    expect((await call('POST', `/api/${path}`)).status, path).to.equal(200);
  }

  await insertMailing(service, id);
  await insertReplyMail(service, parent);
  const { key } = await database.kysely
    .selectFrom('posts')
    .select('key')
    .where('slug', '=', id)
    .executeTakeFirstOrThrow();
  // As if it were that of a page of another site.
  await database.kysely
    .insertInto('threads')
    .values({ post_key: key, site: 'notes.example', address: `https://notes.example/${id}` })
    .execute();
  // A visitor reads its page, which stores the rendering.
  expect((await call('GET', `/posts/${id}`)).status).to.equal(200);
  const kept = database.kysely.selectFrom('renderings').select('post_key').where('post_key', '=', key);
  await until(async () => (await kept.execute()).length === 1);
  const day = new Date(clock.now()).toISOString().slice(0, 10);
  await database.kysely
    .insertInto('daily_stats')
    .values({ post_key: key, day, views: 3, likes: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await database.kysely.insertInto('post_sketches').values({ post_key: key, day, sketch: '' }).execute();
  await database.kysely
    .insertInto('post_views')
    .values({ post_key: key, day, kind: 'device', value: 'mobile', views: 3 })
    .execute();
  await database.kysely.updateTable('post_counters').set({ views: 3, likes: 1 }).where('post_key', '=', key).execute();
}

async function comment({ call }: TestService, id: string, parentId?: string): Promise<string> {
  const body = { author: 'Someone', content: `Answer to ${parentId ?? 'the post'}`, parentId };
  const answer = await call('POST', `/api/posts/${id}/comments`, { body });
  expect(answer.status, JSON.stringify(answer.body)).to.equal(201);
  return answer.body.comment.id as string;
}

/** Ignores the mark for the removal of traces, which disappears by itself. */
async function rowCounts({ database }: TestService): Promise<Record<string, number>> {
  await database.kysely.deleteFrom('sequences').where('name', '=', UNSCRUBBED).execute();
  const tables = await database.kysely.introspection.getTables();
  const counts: Record<string, number> = {};
  for (const { name } of tables.filter((table) => !isInternal(table.name))) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(database.kysely);
    counts[name] = Number(rows[0]?.n);
  }
  return counts;
}

/** These tables record the ids of deleted posts and comments, and what other instances must forget, for a while. */
const RECORDS = new Set(['audit_entries', 'events', 'post_changes', 'invalidations']);

/** Internal tables of SQLite: the number of rows of its full-text index does not matter. */
function isInternal(table: string): boolean {
  return table.startsWith('sqlite_') || RECORDS.has(table) || /_fts_(data|idx|config)$/.test(table);
}

/** Tables with a column such as `post_key` or `comment_key`. */
async function keyColumns({ database }: TestService): Promise<{ table: string; columns: string[] }[]> {
  const tables = await database.kysely.introspection.getTables();
  return tables
    .map(({ name, columns }) => ({ table: name, columns: columns.map((one) => one.name).filter(isReference) }))
    .filter(({ columns }) => columns.length > 0);
}

function isReference(column: string): boolean {
  return /^(post|comment|parent)_key$/.test(column);
}

async function tablesOfPosts(service: TestService): Promise<string[]> {
  return ['posts', ...(await keyColumns(service)).map(({ table }) => table)];
}

/** The columns whose rows are deleted with the referenced row. */
async function cascades({ database }: TestService, table: string): Promise<string[]> {
  const statement =
    database.dialect === 'sqlite'
      ? sql<{ name: string }>`select "from" as name from pragma_foreign_key_list(${table}) where on_delete = 'CASCADE'`
      : sql<{ name: string }>`select a.attname as name from pg_constraint c
          join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
          where c.contype = 'f' and c.confdeltype = 'c' and c.conrelid = ${table}::regclass`;
  const { rows } = await statement.execute(database.kysely);
  return rows.map(({ name }) => name);
}

async function isAnyoneWaiting({ database }: TestService): Promise<boolean> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`.execute(database.kysely);
  return rows[0]!.waiting > 0;
}
