import { expect } from 'chai';

import { newKey } from './support/keys.ts';
import { change, expectRefusedField, read, rowOf, write } from './support/posts.ts';
import type { Answer, TestService } from './support/service.ts';
import { newToken } from './support/sessions.ts';
import { describeVisited, statuses } from './support/visitors.ts';

const HALF_HOUR = 30 * 60_000;

/** Saves a draft automatically, based on its current version. */
async function autosave(service: TestService, id: string, fields: object, token = service.token): Promise<Answer> {
  const { version } = await read(service, id);
  const body = { ...fields, autosave: true, ifVersion: version };
  return service.call('PUT', `/api/posts/${encodeURIComponent(id)}`, { token, body });
}

/** Saves automatically, and returns the id. */
async function saved(...given: Parameters<typeof autosave>): Promise<string> {
  const { status, body } = await autosave(...given);
  expect(status, JSON.stringify(body)).to.equal(200);
  return (body as { id: string }).id;
}

async function keptTexts({ admin }: TestService, id: string): Promise<string[]> {
  const { body } = await admin('GET', `/api/posts/${id}/revisions`);
  const { revisions } = body as { revisions: { version: number }[] };
  const texts = revisions.map(async ({ version }) => {
    const one = await admin('GET', `/api/posts/${id}/revisions/${version}`);
    return (one.body as { revision: { content: string } }).revision.content;
  });
  return Promise.all(texts);
}

// docs/interface.md, P38
describeVisited.onBothEngines('autosaves of posts', (use) => {
  it('change a draft and its version, and need the version that they are based on', async () => {
    const id = await write(use(), { title: 'Based', content: 'a', status: 'draft' });
    const { version } = await read(use(), id);
    const { status, body } = await autosave(use(), id, { content: 'ab' });
    expect([status, body]).to.deep.equal([200, { ok: true, id, version: (await read(use(), id)).version }]);
    expect(await read(use(), id)).to.include({ content: 'ab', status: 'draft' });
    const stale = await change(use(), id, { content: 'abc', autosave: true, ifVersion: version });
    expect([stale.status, stale.body.currentVersion]).to.deep.equal([412, (body as { version: number }).version]);
    expectRefusedField(await change(use(), id, { content: 'abc', autosave: true }), 'ifVersion');
    const tag = { 'If-Match': `"${(body as { version: number }).version}.x"` };
    const tagged = await use().admin('PUT', `/api/posts/${id}`, { content: 'abc', autosave: true }, tag);
    expect(tagged.status).to.equal(200);
  });

  it('are rejected for published, scheduled and protected posts, and never publish or encrypt', async () => {
    const publishAt = new Date(use().clock.now() + HALF_HOUR).toISOString();
    const others = [{ status: 'published' }, { publishAt }, { protected: true, password: 'secret', status: 'draft' }];
    for (const fields of others) {
      const id = await write(use(), { content: 'Public.', ...fields });
      const before = await rowOf(use(), id);
      expectRefusedField(await autosave(use(), id, { title: 'Typed' }), 'autosave');
      expect(await rowOf(use(), id)).to.deep.equal(before);
    }
    const id = await write(use(), { content: 'Open.', status: 'draft' });
    expectRefusedField(await autosave(use(), id, { status: 'published' }), 'status');
    expectRefusedField(await autosave(use(), id, { protected: true, password: 'secret' }), 'password');
    expectRefusedField(await autosave(use(), id, { protected: true }), 'protected');
    expect(await read(use(), id)).to.include({ status: 'draft', protected: 0 });
  });

  // docs/interface.md, R13
  it('of one session keep one revision in half an hour', async () => {
    const id = await write(use(), { content: '0', status: 'draft' });
    for (const content of ['1', '2', '3']) await saved(use(), id, { content });
    expect(await keptTexts(use(), id)).to.deep.equal(['3', '0']);
    use().clock.advance(HALF_HOUR - 1);
    await saved(use(), id, { content: '4' });
    expect(await keptTexts(use(), id)).to.deep.equal(['4', '0']);
    use().clock.advance(1);
    await saved(use(), id, { content: '5' });
    await saved(use(), id, { content: '6' });
    expect(await keptTexts(use(), id)).to.deep.equal(['6', '4', '0']);
    use().clock.jump(-2 * HALF_HOUR);
    await saved(use(), id, { content: '7' });
    expect(await keptTexts(use(), id)).to.deep.equal(['7', '6', '4', '0']);
  });

  // docs/interface.md, R13
  it('of another session or key, and other writes, keep what was saved before', async () => {
    const id = await write(use(), { content: '0', status: 'draft' });
    await saved(use(), id, { content: '1' });
    await saved(use(), id, { content: '2' }, await newToken(use()));
    await saved(use(), id, { content: '3' }, await newKey(use(), 'posts'));
    await change(use(), id, { content: '4' });
    await saved(use(), id, { content: '5' });
    await saved(use(), id, { content: '6' });
    const { version } = await read(use(), id);
    expect((await change(use(), id, { content: '6' })).body.version).to.equal(version);
    await saved(use(), id, { content: '7' });
    expect(await keptTexts(use(), id)).to.deep.equal(['7', '6', '4', '3', '2', '1', '0']);
  });

  // docs/interface.md, P39
  it('let the id of a new draft follow its title, without a redirect', async () => {
    const first = await write(use(), { title: 'Untitled', status: 'draft' });
    expect(first).to.match(/^untitled/);
    expect(await saved(use(), first, { title: 'The ferry' })).to.equal('the-ferry');
    expect(await saved(use(), 'the-ferry', { title: 'The ferry!', content: 'a' })).to.equal('the-ferry');
    expect((await use().admin('GET', `/api/posts/${first}`)).status).to.equal(404);
    const second = await write(use(), { title: 'Other', status: 'draft' });
    expect(await saved(use(), second, { title: 'The ferry' })).to.equal('the-ferry-2');
    expect(await saved(use(), 'the-ferry-2', { title: 'The ferry 2' })).to.equal('the-ferry-2');
    expect(await saved(use(), 'the-ferry-2', { title: 'The boat' })).to.equal('the-boat');
    const former = await use().database.kysely.selectFrom('former_slugs').selectAll().execute();
    expect(former).to.deep.equal([]);
    await change(use(), 'the-boat', { status: 'published' });
    expect((await use().call('GET', '/posts/the-ferry-2', {})).status).to.equal(404);
  });

  // docs/interface.md, P39
  it('keep ids that were chosen, renamed or published, and ids that redirect elsewhere', async () => {
    const given = await write(use(), { title: 'Chosen', id: 'my-choice', status: 'draft' });
    expect(await saved(use(), given, { title: 'Another' })).to.equal('my-choice');
    const id = await write(use(), { title: 'Renamed', status: 'draft' });
    await use().admin('POST', `/api/posts/${id}/rename`, { newId: 'by-hand' });
    expect(await saved(use(), 'by-hand', { title: 'Another' })).to.equal('by-hand');
    const shown = await write(use(), { title: 'Shown once', status: 'draft' });
    await change(use(), shown, { status: 'published' });
    await change(use(), shown, { status: 'draft' });
    expect(await saved(use(), shown, { title: 'Another' })).to.equal(shown);
    const changed = await write(use(), { title: 'By a program', status: 'draft' });
    expect((await change(use(), changed, { title: 'Another' })).body.id).to.equal(changed);

    const moved = await write(use(), { title: 'Old place' });
    await use().admin('POST', `/api/posts/${moved}/rename`, { newId: 'new-place' });
    const typed = await write(use(), { title: 'Old', status: 'draft' });
    expect(await saved(use(), typed, { title: 'Old place' })).to.equal('old-place-2');
    const [former] = await use()
      .database.kysely.selectFrom('former_slugs')
      .select('slug')
      .where('slug', '=', moved)
      .execute();
    expect(former?.slug).to.equal(moved);
  });
});

// docs/interface.md, R14
describeVisited.onBothEngines('autosaves of working copies', (use) => {
  const path = (id: string) => `/api/posts/${id}/working-copy`;

  it('need the version and the copy that they replace, and change nothing public', async () => {
    const id = await write(use(), { title: 'Public', content: 'Shown.' });
    const { version } = await read(use(), id);
    const shown = await use().call('GET', `/api/posts/${id}`);
    const { cursor } = (await use().call('GET', '/api/changes')).body as { cursor: string };
    const events = () => use().database.kysely.selectFrom('events').select('id').execute();
    const before = await events();
    const put = (body: object) =>
      use().admin('PUT', path(id), { baseVersion: version, fields: { content: 'Typed.' }, autosave: true, ...body });
    expectRefusedField(await put({ ifSavedAt: null }), 'ifVersion');
    expectRefusedField(await put({ ifVersion: version }), 'ifSavedAt');
    const first = await put({ ifVersion: version, ifSavedAt: null });
    const { savedAt } = first.body as { savedAt: string };
    // The clock stands still, but the two are told apart.
    const second = await put({ ifVersion: version, ifSavedAt: savedAt });
    expect(statuses([first, second])).to.deep.equal([200, 200]);
    expect((second.body as { savedAt: string }).savedAt > savedAt).to.equal(true);
    expect((await put({ ifVersion: version, ifSavedAt: savedAt })).status).to.equal(412);
    expect(await events()).to.deep.equal(before);
    expect((await use().call('GET', `/api/changes?after=${cursor}`)).body).to.include({ more: false, cursor });
    expect((await use().call('GET', `/api/posts/${id}`)).headers.get('etag')).to.equal(shown.headers.get('etag'));
    await change(use(), id, { category: 'News' });
    const stale = await put({ ifVersion: version, ifSavedAt: (second.body as { savedAt: string }).savedAt });
    expect(stale.status).to.equal(412);
  });

  it('are rejected for protected posts', async () => {
    const id = await write(use(), { content: 'Hidden.', protected: true, password: 'secret' });
    const { version } = await read(use(), id);
    const fields = { title: 'Typed' };
    const body = { baseVersion: version, fields, autosave: true, ifVersion: version, ifSavedAt: null };
    expectRefusedField(await use().admin('PUT', path(id), body), 'autosave');
    expect((await use().admin('GET', path(id))).body).to.deep.equal({ ok: true, workingCopy: null });
  });
});
