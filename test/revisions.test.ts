import { expect } from 'chai';

import { openTerminal, type Terminal } from './support/cli.ts';
import { change, empty, read, rowOf, write } from './support/posts.ts';
import { type Answer, itOnSqlite, type TestService } from './support/service.ts';
import { take } from './support/transfer.ts';
import { describeVisited, refusal, statuses } from './support/visitors.ts';

interface Summary {
  version: number;
  savedAt: string;
  title: string;
  status: string;
  protected: number;
  characters: number;
}

async function list({ admin }: TestService, id: string, query = ''): Promise<Summary[]> {
  const { status, body } = await admin('GET', `/api/posts/${id}/revisions${query}`);
  expect(status, JSON.stringify(body)).to.equal(200);
  return (body as { revisions: Summary[] }).revisions;
}

async function titles(service: TestService, id: string): Promise<string[]> {
  return (await list(service, id)).map(({ title }) => title);
}

function get({ admin }: TestService, id: string, version: number): Promise<Answer> {
  return admin('GET', `/api/posts/${id}/revisions/${version}`);
}

function restore({ admin }: TestService, id: string, version: number, body = {}, headers = {}): Promise<Answer> {
  return admin('POST', `/api/posts/${id}/revisions/${version}/restore`, body, headers);
}

/** Deletes all revisions, as in a database of an older version. */
async function forgetVersions({ database }: TestService): Promise<void> {
  await database.kysely.deleteFrom('revisions').execute();
}

// docs/interface.md, R1
describeVisited.onBothEngines('revisions', (use, engine) => {
  const itOnce = itOnSqlite(engine);
  it('are created by every change, the newest first, and by no update without changes', async () => {
    const id = await write(use(), { title: 'One', content: 'Some words' });
    const { version } = await read(use(), id);
    use().clock.advance(1000);
    await change(use(), id, { title: 'Two', content: 'Some more **words** 字字', status: 'draft' });
    await change(use(), id, { title: 'Two' });
    const [second, first, ...more] = await list(use(), id);
    expect(more).to.deep.equal([]);
    expect(first).to.include({ version, title: 'One', status: 'published', protected: 0, characters: 10 });
    expect(second).to.include({ title: 'Two', status: 'draft', characters: 22 });
    const now = await read(use(), id);
    expect([second?.version, second?.savedAt]).to.deep.equal([now.version, now.updated_at]);
  });

  itOnce('contain every field', async () => {
    const fields = { title: 'T', content: '# C', excerpt: 'E', cover: '/c.png', tags: ['b', 'a'], category: 'K' };
    const more = { pinned: 1, status: 'draft', date: '2026-01-02', publishAt: '2027-01-01T00:00:00.000Z' };
    const id = await write(use(), { ...fields, ...more });
    const { version, updated_at } = await read(use(), id);
    await change(use(), id, { title: 'X', content: 'x', excerpt: 'x', cover: '', tags: [], category: '', pinned: 0 });
    await change(use(), id, { date: '2026-02-02', status: 'published', publishAt: null });
    expect((await get(use(), id, version)).body).to.deep.equal({
      ok: true,
      revision: { ...empty, ...fields, ...more, version, savedAt: updated_at, protected: 0, enc: null },
    });
  });

  itOnce('are created by renaming and imports, but not by a dry run', async () => {
    const id = await write(use(), {});
    await use().admin('POST', `/api/posts/${id}/rename`, { newId: 'another-name' });
    expect((await list(use(), 'another-name')).map(({ version }) => version)).to.deep.equal([
      (await read(use(), 'another-name')).version,
      (await read(use(), 'another-name')).version - 1,
    ]);
    const item = { title: 'In', sourceKey: 'revised.md' };
    const [taken] = await take(use(), [item]);
    await take(use(), [{ ...item, title: 'In again' }]);
    await use().admin('POST', '/api/admin/import', { posts: [{ ...item, title: 'Never' }], dryRun: true });
    expect(await titles(use(), taken?.id ?? '')).to.deep.equal(['In again', 'In']);
  });

  it('of a post from an older version are its current state, and after its first change both', async () => {
    const id = await write(use(), { title: 'Old' });
    await forgetVersions(use());
    const { version } = await read(use(), id);
    expect(await list(use(), id)).to.have.length(1);
    expect((await list(use(), id))[0]).to.include({ version, title: 'Old' });
    expect((await get(use(), id, version)).body.revision).to.include({ version, title: 'Old' });
    expect((await restore(use(), id, version)).body).to.deep.equal({ ok: true, id, version });
    await change(use(), id, { title: 'New' });
    expect(await titles(use(), id)).to.deep.equal(['New', 'Old']);
  });

  it('are limited to the newest 50, in pages', async () => {
    const id = await write(use(), { title: 'Title 0' });
    const other = await write(use(), { title: 'Other' });
    for (let number = 1; number <= 55; number++) await change(use(), id, { title: `Title ${number}` });
    const { body } = await use().admin('GET', `/api/posts/${id}/revisions?page=2&pageSize=20`);
    expect(body).to.include({ total: 50, page: 2, pageSize: 20 });
    expect((body.revisions as Summary[]).map(({ title }) => title)[0]).to.equal('Title 35');
    const oldest = (await list(use(), id, '?pageSize=100')).at(-1);
    expect(oldest?.title).to.equal('Title 6');
    expect((await get(use(), id, oldest!.version - 1)).status).to.equal(404);
    expect(await list(use(), id, '?page=9')).to.deep.equal([]);
    expect(await titles(use(), other)).to.deep.equal(['Other']);
  });

  // docs/interface.md, R3
  itOnce('restore text and fields as a new version, without status, time and pinning', async () => {
    const id = await write(use(), {
      title: 'Good',
      content: 'good',
      tags: ['t'],
      category: 'k',
      cover: '/a',
      pinned: 1,
    });
    const good = await read(use(), id);
    const bad = { title: 'Bad', content: 'bad', tags: ['u'], category: '', cover: '', pinned: 0, status: 'draft' };
    await change(use(), id, { ...bad, publishAt: '2027-01-01T00:00:00.000Z' });
    use().clock.advance(1000);
    const { body } = await restore(use(), id, good.version);
    expect(body)
      .to.include({ ok: true, id })
      .and.property('version')
      .above(good.version + 1);
    const now = await read(use(), id);
    const { title, content, excerpt, tags, category, cover, date } = good;
    expect(now).to.deep.include({ title, content, excerpt, tags, category, cover, date, version: body.version });
    expect(now).to.include({ status: 'draft', pinned: 0, publishAt: '2027-01-01T00:00:00.000Z' });
    expect(await titles(use(), id)).to.deep.equal(['Good', 'Bad', 'Good']);
    await change(use(), id, { status: 'published', publishAt: null });
    expect((await use().call('GET', `/api/posts?tag=t&search=good`)).body).to.include({ total: 1 });
    expect((await use().call('GET', '/api/search?q=good')).body).to.include({ total: 1 });
  });

  itOnce('restore the kind of excerpt: generated or written', async () => {
    const id = await write(use(), { content: 'made of this' });
    const made = await read(use(), id);
    await change(use(), id, { excerpt: 'written' });
    const written = await read(use(), id);
    await restore(use(), id, made.version);
    expect(await rowOf(use(), id)).to.include({ excerpt: 'made of this', excerpt_made: 1 });
    await restore(use(), id, written.version);
    expect(await rowOf(use(), id)).to.include({ excerpt: 'written', excerpt_made: 0 });
  });

  itOnce('are not restored when the post has another version than expected', async () => {
    const id = await write(use(), { title: 'One' });
    const { version } = await read(use(), id);
    await change(use(), id, { title: 'Two' });
    const { version: current } = await read(use(), id);
    const stale = { status: 412, body: { code: 'PRECONDITION_FAILED', currentVersion: current } };
    for (const answer of [
      await restore(use(), id, version, { ifVersion: version }),
      await restore(use(), id, version, {}, { 'if-match': `"${version}"` }),
    ]) {
      expect(answer.status).to.equal(stale.status);
      expect(answer.body).to.include(stale.body);
    }
    expect((await restore(use(), id, version, { ifVersion: current })).status).to.equal(200);
  });

  itOnce('belong to their own post only, and do not exist for an unknown post', async () => {
    const [one, other] = [await write(use(), {}), await write(use(), {})];
    const { version } = await read(use(), other);
    const { trpc } = use();
    for (const answer of [
      await get(use(), one, version),
      await restore(use(), one, version),
      await get(use(), 'nobody', version),
      await restore(use(), 'nobody', version),
      await use().admin('GET', '/api/posts/nobody/revisions'),
    ]) {
      expect([answer.status, answer.body.code]).to.deep.equal([404, 'NOT_FOUND']);
    }
    expect((await refusal(trpc().revisions.get.query({ id: one, version }))).status).to.equal(404);
    for (const wrong of ['x', '-1', '1.5']) {
      const { status, body } = await use().admin('GET', `/api/posts/${one}/revisions/${wrong}`);
      expect([status, body.code], wrong).to.deep.equal([400, 'BAD_REQUEST']);
    }
  });

  it('are deleted with their post, and do not return under its id', async () => {
    await write(use(), { id: 'reborn', title: 'First life' });
    const { version } = await read(use(), 'reborn');
    await use().admin('DELETE', '/api/posts/reborn');
    await write(use(), { id: 'reborn', title: 'Second life' });
    expect(await titles(use(), 'reborn')).to.deep.equal(['Second life']);
    expect((await get(use(), 'reborn', version)).status).to.equal(404);
  });

  it('are restored once by twenty calls with the same ifVersion', async () => {
    const id = await write(use(), { title: 'One' });
    const { version } = await read(use(), id);
    const { version: ifVersion } = (await change(use(), id, { title: 'Two' })).body;
    const answers = await Promise.all(Array.from({ length: 20 }, () => restore(use(), id, version, { ifVersion })));
    expect(statuses(answers)).to.deep.equal([200, ...Array<number>(19).fill(412)]);
    expect(await titles(use(), id)).to.deep.equal(['One', 'Two', 'One']);
  });

  // docs/interface.md, R2
  it('of a protected post are encrypted, and earlier ones are deleted', async () => {
    const id = await write(use(), { title: 'Plain', content: 'secret', excerpt: 'hint' });
    await change(use(), id, { content: 'more secret' });
    await change(use(), id, { title: 'Sealed', password: 'open sesame' });
    const { enc, version } = await read(use(), id);
    expect(await list(use(), id)).to.have.length(1);
    await change(use(), id, { title: 'Sealed again', password: 'open sesame', content: 'other' });
    const all = await list(use(), id);
    expect(all.map(({ title, protected: sealed, characters }) => [title, sealed, characters])).to.deep.equal([
      ['Sealed again', 1, 0],
      ['Sealed', 1, 0],
    ]);
    expect((await get(use(), id, version)).body.revision).to.deep.include({ content: '', protected: 1, enc });
    await restore(use(), id, version);
    expect(await read(use(), id)).to.deep.include({ title: 'Sealed', content: '', enc });
    await change(use(), id, { protected: false, password: 'open sesame' });
    expect((await read(use(), id)).content).to.equal('more secret');
  });

  it('of a post that was decrypted again are of both kinds, and restoring an encrypted one encrypts it', async () => {
    const id = await write(use(), { title: 'Sealed', content: 'secret', password: 'open sesame' });
    const { version, enc } = await read(use(), id);
    await change(use(), id, { title: 'Opened', protected: false, password: 'open sesame' });
    expect((await list(use(), id)).map((one) => one.protected)).to.deep.equal([0, 1]);
    await restore(use(), id, version);
    expect(await read(use(), id)).to.deep.include({ title: 'Sealed', protected: 1, content: '', enc });
    expect((await list(use(), id)).map((one) => one.protected)).to.deep.equal([1, 1]);
  });
});

describe('octavo posts revisions and restore', function () {
  let terminal: Terminal;
  before(async () => {
    terminal = await openTerminal({ inThreads: true });
    await write(terminal.service, { id: 'a-post', title: 'First', content: 'One two' });
    await change(terminal.service, 'a-post', { title: 'Second' });
  });
  after(() => terminal?.close());

  it('list the versions, and restore one', async () => {
    const { stdout } = await terminal.run(['posts', 'revisions', 'a-post']);
    const [heading, second, first, count] = stdout.split('\n');
    expect(heading).to.match(/^VERSION +SAVED +STATUS +LENGTH +TITLE$/);
    expect([second, first]).to.satisfy(
      ([one = '', other = '']: string[]) => one.endsWith('7       Second') && other.endsWith('7       First'),
    );
    expect(count).to.equal('2 of 2 versions, page 1');
    const { revisions } = await terminal.json(['posts', 'revisions', 'a-post']);
    const { version } = (revisions as Summary[])[1]!;
    const restored = await terminal.run(['posts', 'restore', 'a-post', String(version)]);
    expect(restored.stdout).to.equal(`Restored a-post as it was in version ${version}, now version ${version + 2}\n`);
    expect((await read(terminal.service, 'a-post')).title).to.equal('First');
    const missing = await terminal.run(['posts', 'restore', 'a-post', '999']);
    expect(missing).to.include({ code: 1, stderr: 'There is no such revision of a post with this id.\n' });
  });

  it('schedule a post with --publish-at, show the time, and publish immediately', async () => {
    const at = '2027-01-31T08:00:00+01:00';
    await terminal.run(['posts', 'create', '--title', 'Later', '--publish-at', at]);
    expect((await read(terminal.service, 'later')).publishAt).to.equal('2027-01-31T07:00:00.000Z');
    expect((await terminal.run(['posts', 'show', 'later'])).stdout).to.include(
      'visible   from 2027-01-31T07:00:00.000Z',
    );
    await terminal.run(['posts', 'edit', 'later', '--publish-at', '']);
    expect((await read(terminal.service, 'later')).publishAt).to.equal(null);
    await terminal.run(['posts', 'edit', 'later', '--publish-at', at]);
    await terminal.run(['posts', 'publish', 'later']);
    expect(await read(terminal.service, 'later')).to.include({ status: 'published', publishAt: null });
    expect((await terminal.run(['posts', 'edit', 'later', '--publish-at', 'soon'])).code).to.equal(1);
  });
});
