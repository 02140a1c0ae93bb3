import { expect } from 'chai';

import { change, expectRefusedField, read, rowOf, write } from './support/posts.ts';
import { type Answer, itOnSqlite, type TestService } from './support/service.ts';
import { describeVisited, statuses } from './support/visitors.ts';

const path = (id: string) => `/api/posts/${id}/working-copy`;

function save({ admin }: TestService, id: string, baseVersion: number, fields: object): Promise<Answer> {
  return admin('PUT', path(id), { baseVersion, fields });
}

async function copyOf({ admin }: TestService, id: string) {
  const { status, body } = await admin('GET', path(id));
  expect(status, JSON.stringify(body)).to.equal(200);
  return (body as { workingCopy: { baseVersion: number; savedAt: string; fields: object } | null }).workingCopy;
}

function publish({ admin }: TestService, id: string, body = {}, headers = {}): Promise<Answer> {
  return admin('POST', `${path(id)}/publish`, body, headers);
}

/** A post with its version. */
async function begun(service: TestService, fields: Record<string, unknown> = {}) {
  const id = await write(service, fields);
  return { id, version: (await read(service, id)).version };
}

// docs/interface.md, R4, R7
describeVisited.onBothEngines('working copies', (use, engine) => {
  const itOnce = itOnSqlite(engine);
  const fields = {
    ...{ title: 'New', content: 'new', excerpt: 'short', cover: '/new.png', tags: ['n'] },
    ...{ category: 'k', pinned: 1, date: '2026-02-03' },
  };

  it('are stored, one per post, and discarded', async () => {
    const { id, version } = await begun(use());
    expect(await copyOf(use(), id)).to.equal(null);
    const { body } = await save(use(), id, version, { title: 'First' });
    expect(body).to.deep.equal({ ok: true, savedAt: new Date(use().clock.now()).toISOString() });
    use().clock.advance(1000);
    await save(use(), id, version, fields);
    expect(await copyOf(use(), id)).to.deep.equal({
      baseVersion: version,
      savedAt: new Date(use().clock.now()).toISOString(),
      fields,
    });
    for (let round = 0; round < 2; round++) {
      expect((await use().admin('DELETE', path(id))).body).to.deep.equal({ ok: true });
      expect(await copyOf(use(), id)).to.equal(null);
    }
  });

  it('change neither the post nor its versions nor cached responses', async () => {
    const { id, version } = await begun(use(), { title: 'Shown' });
    const heard: string[] = [];
    use().changes.listen((tags) => void heard.push(...tags));
    const row = await rowOf(use(), id);
    const before = await use().call('GET', `/api/posts/${id}`);
    await save(use(), id, version, fields);
    await use().admin('DELETE', path(id));
    // Open editors hear of working copies; no cache entry has this tag.
    expect(heard.filter((tag) => tag !== `copy:${id}`)).to.deep.equal([]);
    expect(await rowOf(use(), id)).to.deep.equal(row);
    expect((await use().call('GET', `/api/posts/${id}`)).body).to.deep.equal(before.body);
    expect((await use().admin('GET', `/api/posts/${id}/revisions`)).body.total).to.equal(1);
  });

  itOnce('require the administrator', async () => {
    const { id, version } = await begun(use());
    await save(use(), id, version, { title: 'Quarkspindle' });
    for (const target of [`/api/posts/${id}`, '/api/posts?search=quarkspindle', '/feed.xml']) {
      const { body } = await use().call('GET', target);
      expect(JSON.stringify(body), target).to.not.include('Quarkspindle');
    }
    expect((await use().call('GET', path(id))).status).to.equal(401);
  });

  it('are published in one step, as a new version, and deleted', async () => {
    const { id, version } = await begun(use(), { title: 'Old', content: 'old', status: 'draft' });
    await save(use(), id, version, fields);
    const { body } = await publish(use(), id);
    expect(body).to.include({ ok: true, id }).and.property('version').above(version);
    expect(await read(use(), id)).to.deep.include({ ...fields, status: 'draft', version: body.version });
    expect(await copyOf(use(), id)).to.equal(null);
    const again = await publish(use(), id);
    expect([again.status, again.body.code]).to.deep.equal([404, 'NOT_FOUND']);
    expect((await use().admin('GET', `/api/posts/${id}/revisions`)).body.total).to.equal(2);
  });

  itOnce('change only their own fields', async () => {
    const { id, version } = await begun(use(), { title: 'Old', content: 'old', tags: ['t'] });
    await save(use(), id, version, { title: 'New' });
    await publish(use(), id);
    expect(await read(use(), id)).to.deep.include({ title: 'New', content: 'old', excerpt: 'old', tags: ['t'] });
  });

  it('are not published when the post has changed since, unless its current version is given', async () => {
    const { id, version } = await begun(use());
    await save(use(), id, version, { title: 'Mine' });
    const { version: currentVersion } = (await change(use(), id, { title: 'Theirs' })).body;
    for (const answer of [
      await publish(use(), id),
      await publish(use(), id, { ifVersion: version }),
      await publish(use(), id, {}, { 'if-match': `"${version}"` }),
    ]) {
      expect(answer.status).to.equal(412);
      expect(answer.body).to.include({ code: 'PRECONDITION_FAILED', currentVersion });
    }
    expect(await read(use(), id)).to.include({ title: 'Theirs' });
    expect(await copyOf(use(), id)).to.deep.include({ fields: { title: 'Mine' } });
    expect((await publish(use(), id, { ifVersion: currentVersion })).status).to.equal(200);
    expect(await read(use(), id)).to.include({ title: 'Mine' });
  });

  // docs/interface.md, R5
  it('replace only known working copies, if requested', async () => {
    const { id, version } = await begun(use());
    const put = (more: object) =>
      use().admin('PUT', path(id), { baseVersion: version, fields: { title: 'X' }, ...more });
    expect((await put({ ifSavedAt: '2026-01-01T00:00:00.000Z' })).status).to.equal(412);
    const { savedAt } = (await put({ ifSavedAt: null })).body as { savedAt: string };
    const second = await put({ ifSavedAt: null });
    expect([second.status, second.body.code, second.body.currentVersion]).to.deep.equal([
      412,
      'PRECONDITION_FAILED',
      version,
    ]);
    expect((await put({ ifSavedAt: savedAt, ifVersion: version })).status).to.equal(200);
    expect((await put({ ifVersion: version + 1 })).status).to.equal(412);
  });

  // docs/interface.md, R5
  it('are discarded or published only if known, if requested', async () => {
    const { id, version } = await begun(use());
    await save(use(), id, version, { title: 'Mine' });
    const mine = (await copyOf(use(), id))?.savedAt;
    await save(use(), id, version, { title: 'Theirs' });
    const discard = (savedAt?: string) => use().admin('DELETE', `${path(id)}?ifSavedAt=${savedAt}`);
    for (const refused of [await discard(mine), await publish(use(), id, { ifSavedAt: mine })]) {
      const { status, body } = refused;
      expect([status, body.code, body.currentVersion]).to.deep.equal([412, 'PRECONDITION_FAILED', version]);
    }
    const kept = await copyOf(use(), id);
    expect(kept).to.deep.include({ fields: { title: 'Theirs' } });
    expect((await discard(kept?.savedAt)).status).to.equal(200);
    expect(await copyOf(use(), id)).to.equal(null);
    expect((await discard(kept?.savedAt)).status, 'nothing is left').to.equal(200);
  });

  it('are published once by twenty concurrent calls', async () => {
    const { id, version } = await begun(use());
    await save(use(), id, version, { title: 'Once' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => publish(use(), id)));
    expect(statuses(answers)).to.deep.equal([200, ...Array<number>(19).fill(404)]);
  });

  // docs/interface.md, R6
  it('of a protected post accept neither content nor excerpt', async () => {
    const { id, version } = await begun(use(), { content: 'secret', password: 'open sesame' });
    for (const name of ['content', 'excerpt'] as const) {
      const answer = await save(use(), id, version, { title: 'New', [name]: 'some text' });
      expectRefusedField(answer, 'fields');
      expect(answer.body.error).to.include('not encrypted');
    }
    await save(use(), id, version, { title: 'New', tags: ['t'] });
    expect((await publish(use(), id)).status).to.equal(200);
    expect(await read(use(), id)).to.deep.include({ title: 'New', tags: ['t'], protected: 1 });
  });

  it('are deleted when their post becomes protected, and with their post', async () => {
    const { id, version } = await begun(use());
    await save(use(), id, version, fields);
    await change(use(), id, { password: 'open sesame' });
    expect(await copyOf(use(), id)).to.equal(null);
    await use().admin('DELETE', `/api/posts/${id}`);
    const { id: other, version: first } = await begun(use(), { id: 'twice' });
    await save(use(), other, first, fields);
    await use().admin('DELETE', `/api/posts/${other}`);
    await write(use(), { id: 'twice' });
    expect(await copyOf(use(), 'twice')).to.equal(null);
  });

  it('of a post that becomes protected concurrently contain no text', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, version } = await begun(use());
      await Promise.all([
        change(use(), id, { password: 'open sesame' }),
        save(use(), id, version, { content: 'secret' }),
      ]);
      expect(await copyOf(use(), id)).to.equal(null);
    }
  });

  itOnce('reject what a post would reject, and ignore unknown fields', async () => {
    const { id, version } = await begun(use());
    for (const wrong of [{ title: '' }, { tags: 'x' }, { date: '2026-02-30' }, { cover: 'javascript:1' }]) {
      expectRefusedField(await save(use(), id, version, wrong), 'fields');
    }
    expectRefusedField(await use().admin('PUT', path(id), { fields: {} }), 'baseVersion');
    await save(use(), id, version, { title: 'T', status: 'draft', password: 'open sesame', publishAt: null });
    expect(await copyOf(use(), id)).to.deep.include({ fields: { title: 'T' } });
  });

  itOnce('of an unknown post are 404', async () => {
    for (const answer of [
      await use().admin('GET', path('nobody')),
      await save(use(), 'nobody', 1, {}),
      await use().admin('DELETE', path('nobody')),
      await publish(use(), 'nobody'),
    ]) {
      expect([answer.status, answer.body.code]).to.deep.equal([404, 'NOT_FOUND']);
    }
  });
});
