import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { expect } from 'chai';

import { appRouter } from '../routers/index.ts';
import { audited, auditedSubjects, unaudited } from '../routers/core/audited.ts';
import type { ShownEntry } from '../routers/admin/audit/schemas.ts';
import { storeEvent } from '../server/storage/console-events.ts';
import { startHousekeeping } from '../server/background/housekeeping.ts';
import { picture } from './support/files.ts';
import { newKey } from './support/keys.ts';
import { write } from './support/posts.ts';
import { PASSWORD } from './support/service.ts';
import { until } from './support/until.ts';
import { replace, upload, uploaded } from './support/uploads.ts';
import { describeVisited } from './support/visitors.ts';

const DAY = 24 * 60 * 60 * 1000;

// docs/interface.md, J1
describe('the audit log', () => {
  it('tells every mutation, or says why it does not', () => {
    const procedures = Object.entries<{ _def: { type: string } }>(appRouter._def.procedures as never);
    const mutations = procedures.filter(([, one]) => one._def.type === 'mutation').map(([name]) => name);
    const told = Object.keys(audited);
    expect([...told, ...Object.keys(unaudited)]).to.include.members(mutations);
    expect(told.filter((name) => name in unaudited)).to.deep.equal([]);
    expect(new Set(told.map((name) => name.split('.')[0]))).to.deep.equal(new Set<string>(auditedSubjects));
    const names = new Set(procedures.map(([name]) => name));
    expect([...told, ...Object.keys(unaudited)].filter((name) => !names.has(name))).to.deep.equal([]);
  });
});

describeVisited.onBothEngines('the audit log', (use) => {
  const admin = (method: string, path: string, body?: object) => use().admin(method, path, body);
  const read = async (query = '') => {
    const { status, body } = await admin('GET', `/api/admin/audit${query}`);
    expect(status).to.equal(200);
    return body as { entries: ShownEntry[]; before?: string };
  };
  const actions = async () => (await read('?limit=100')).entries.map(({ action, object }) => [action, object]);

  beforeEach(async () => {
    await use().signIn();
    await use().database.kysely.deleteFrom('audit_entries').execute();
  });

  it('tells who did what to which object, when and from which network', async () => {
    await write(use(), { id: 'told' });
    const key = await newKey(use(), 'posts');
    await use().call('PUT', '/api/posts/told', { token: key, body: { title: 'New' } });
    const { entries } = await read();
    expect(entries).to.have.length(2);
    const [byKey, bySession] = entries;
    expect(byKey).to.deep.include({ subject: 'posts', action: 'posts.update', object: 'told' });
    expect(byKey!.who).to.deep.include({ kind: 'key', name: 'posts' });
    expect(bySession).to.deep.include({ action: 'posts.create', object: 'told' });
    expect(bySession!.who).to.include({ kind: 'session', name: null }).and.to.have.property('id').that.matches(/^s-/);
    expect(Date.parse(bySession!.at)).to.equal(use().clock.now());
    expect(bySession!.network).to.match(/^\d+\.\d+\.\d+\.0\/24$|::\/48$/);
  });

  it('is written by the transaction of the change, and only once', async () => {
    await write(use(), { id: 'once' });
    await use().database.kysely.deleteFrom('audit_entries').execute();
    expect((await admin('PUT', '/api/posts/once', { title: 'x', ifVersion: 0 })).status).to.equal(412);
    expect((await admin('PUT', '/api/posts/nobody', { title: 'x' })).status).to.equal(404);
    expect((await admin('PUT', '/api/posts/once', { title: '' })).status).to.equal(400);
    expect(await actions()).to.deep.equal([]);
    use().statements.length = 0;
    await admin('PUT', '/api/posts/once', { title: 'y' });
    const sent = use().statements.map((statement) => statement.toLowerCase());
    const at = sent.findIndex((statement) => /\binsert into \S*audit_entries/.test(statement));
    expect(at).to.be.above(0);
    expect(sent.slice(0, at).some((statement) => statement.startsWith('begin'))).to.equal(true);
    expect(sent.slice(0, at).some((statement) => statement.startsWith('commit'))).to.equal(false);
    expect(await actions()).to.deep.equal([['posts.update', 'once']]);
  });

  it('tells each object of a bulk call, and neither dry runs nor autosaves that go on', async () => {
    await write(use(), { id: 'b1', status: 'draft' });
    await write(use(), { id: 'b2' });
    await use().database.kysely.deleteFrom('audit_entries').execute();
    await admin('POST', '/api/posts/bulk', { action: 'trash', ids: ['b2', 'unknown'] });
    await admin('POST', '/api/admin/import', { posts: [], dryRun: true });
    for (const content of ['a', 'ab', 'abc']) {
      const { version } = (await admin('GET', '/api/posts/b1')).body.post;
      const saved = await admin('PUT', '/api/posts/b1', { content, autosave: true, ifVersion: version });
      expect(saved.status).to.equal(200);
    }
    expect(await actions()).to.deep.equal([
      ['posts.update', 'b1'],
      ['posts.trash', 'b2'],
    ]);
  });

  it('tells uploads, each file once, and replacements', async () => {
    const content = await picture(20, 20).png().toBuffer();
    const { id } = await uploaded(use(), content, 'a.png');
    await upload(use(), content, 'again.png');
    expect((await replace(use(), id, content, 'same.png')).status).to.equal(200);
    expect((await replace(use(), id, await picture(30, 30).png().toBuffer(), 'b.png')).status).to.equal(200);
    expect((await upload(use(), 'no picture', 'c.png')).status).to.equal(415);
    expect(await actions()).to.deep.equal([
      ['media.replace', id],
      ['media.upload', id],
    ]);
  });

  it('tells edits of images with the image that they make, and no failed one', async () => {
    const { id } = await uploaded(use(), await picture(40, 20).png().toBuffer(), 'edited.png');
    const { body } = await admin('POST', `/api/media/${id}/edit`, { rotate: 90 });
    const told = [
      ['media.edit', (body as { media: { id: string } }).media.id],
      ['media.edit', id],
      ['media.upload', id],
    ];
    expect(await actions()).to.deep.equal(told);
    // The place of the copy is reserved before, in a transaction of its own. The folder of the month cannot be made.
    use().clock.advance(40 * DAY);
    await use().signIn();
    const [year = '', month = ''] = new Date(use().clock.now()).toISOString().split('-');
    await writeFile(join(dirname(use().media.storage.incoming), year, month), '');
    const crop = { x: 0, y: 0, width: 0.5, height: 1 };
    expect((await admin('POST', `/api/media/${id}/edit`, { crop })).status).to.equal(503);
    expect(await actions()).to.deep.equal(told);
  });

  it('tells nothing of a call that changes nothing, whatever it names', async () => {
    await write(use(), { id: 'there' });
    await admin('DELETE', '/api/admin/trash');
    await use().database.kysely.deleteFrom('audit_entries').execute();
    const gone = ['sessions', 'keys', 'redirects', 'subscribers', 'passkeys', 'authors', 'webhooks', 'trash'];
    for (const path of [
      ...gone.map((one) => `admin/${one}`),
      'comments',
      'media',
      'posts',
      'posts/there/preview-links',
    ]) {
      expect((await admin('DELETE', `/api/${path}/ada@reader.example`)).status, path).to.equal(404);
    }
    expect((await admin('PUT', '/api/admin/passkeys/none', { name: 'x' })).status).to.equal(404);
    expect((await admin('DELETE', '/api/admin/trash')).body.deleted).to.equal(0);
    await admin('PUT', '/api/admin/settings', {});
    const inBulk = async (subject: string, action: string) =>
      (await admin('POST', `/api/${subject}/bulk`, { action, ids: ['none', 'there'] })).body.changed as number;
    expect(await inBulk('posts', 'delete')).to.equal(1);
    expect(await inBulk('posts', 'publish')).to.equal(0);
    expect(await inBulk('comments', 'delete')).to.equal(0);
    expect(await inBulk('comments', 'approve')).to.equal(0);
    const importing = (posts: object[], comments: object[] = []) =>
      admin('POST', '/api/admin/import', { posts, comments });
    const item = { sourceKey: 'a.md', title: 'A', content: 'A', status: 'draft' };
    await importing([{ sourceKey: 'refused.md' }], [{ sourceKey: 'refused' }]);
    await importing([item]);
    await importing([item]);
    expect(await actions()).to.deep.equal([
      ['transfer.import', null],
      ['posts.delete', 'there'],
    ]);
  });

  it('tells nothing of an import of an archive that cannot be exact here', async () => {
    await write(use(), { id: 'not-empty' });
    await use().database.kysely.deleteFrom('audit_entries').execute();
    const { body } = await admin('POST', '/api/admin/archive', { archive: 'a'.repeat(64), lastVersion: 1 });
    expect(body).to.include({ ok: true, exact: false });
    expect(await actions()).to.deep.equal([]);
  });

  it('names each post that leaves the trash for good', async () => {
    const ids = Array.from({ length: 21 }, (_, at) => `trashed-${at}`);
    for (const id of ids) await write(use(), { id });
    await admin('POST', '/api/posts/bulk', { action: 'trash', ids });
    await use().database.kysely.deleteFrom('audit_entries').execute();
    expect((await admin('DELETE', '/api/admin/trash')).body.deleted).to.equal(21);
    expect(await actions()).to.have.deep.members(ids.map((id) => ['trash.empty', id]));
  });

  it('names what a call creates', async () => {
    // The first one makes the key of the hashes, too.
    await admin('POST', '/api/admin/subscribers', { email: 'first@reader.example' });
    const { subscriber } = (await admin('POST', '/api/admin/subscribers', { email: 'ada@reader.example' })).body;
    const { author } = (await admin('POST', '/api/admin/authors', { name: 'Ann' })).body;
    expect((await actions()).slice(0, 2)).to.deep.equal([
      ['authors.create', author.id],
      ['subscribers.add', subscriber.id],
    ]);
  });

  // docs/interface.md, J2
  it('tells sign-ins, failed ones, and nothing secret', async () => {
    await use().call('POST', '/api/admin/login', { body: { password: 'a wrong password' } });
    const { body } = await use().call('POST', '/api/admin/login', { body: { password: PASSWORD } });
    await use().call('POST', '/api/admin/keys', { token: body.token, body: { name: 'Deploy', scopes: ['posts'] } });
    await use().call('POST', '/api/admin/totp', { token: body.token, body: { password: PASSWORD } });
    await admin('PUT', '/api/admin/settings', { title: 'A title', blockedWords: 'sesame' });
    await admin('POST', '/api/admin/privacy/erase', { of: 'ada@reader.example' });
    const { entries } = await read();
    expect(entries.map(({ action, who }) => [action, who.kind])).to.deep.equal([
      ['privacy.erase', 'session'],
      ['settings.update', 'session'],
      ['totp.begin', 'session'],
      ['keys.create', 'session'],
      ['admin.login', 'session'],
      ['admin.login.failed', 'visitor'],
    ]);
    expect(entries.at(-1)).to.include({ object: 'WRONG_PASSWORD' });
    const text = JSON.stringify(entries);
    for (const secret of [PASSWORD, 'a wrong', body.token, 'ada@', 'sesame', 'A title']) {
      expect(text).to.not.include(secret);
    }
  });

  it('tells at most 100 failed sign-ins an hour', async () => {
    const fail = () => use().call('POST', '/api/admin/login', { body: { password: 'a wrong password' } });
    expect((await fail()).status).to.equal(401);
    const db = use().database.kysely;
    const { key: _, ...row } = await db.selectFrom('audit_entries').selectAll().executeTakeFirstOrThrow();
    await db
      .insertInto('audit_entries')
      .values(Array.from({ length: 98 }, () => row))
      .execute();
    await fail();
    await fail();
    expect(await db.selectFrom('audit_entries').select('key').execute()).to.have.length(100);
    use().clock.advance(60 * 60 * 1000);
    await fail();
    expect((await read('?limit=1')).entries[0]!.at).to.equal(new Date(use().clock.now()).toISOString());
  });

  it('tells exports, and commands on the server', async () => {
    await admin('GET', '/api/admin/export');
    await admin('POST', '/api/admin/downloads', { kind: 'archive' });
    await storeEvent(use().database.kysely, 'second-factor.reset', '2026-02-01T00:00:00.000Z');
    await use().changes.hear(['settings']);
    await until(async () => (await read()).entries.length === 3);
    expect(await actions()).to.deep.equal([
      ['second-factor.reset', null],
      ['transfer.download', 'archive'],
      ['transfer.export', null],
    ]);
    expect((await read('?subject=console')).entries).to.have.length(1);
  });

  // docs/interface.md, J3
  it('is read by its owner only, in pages and as CSV', async () => {
    for (const id of ['p1', 'p2', 'p3']) await write(use(), { id });
    await admin('POST', '/api/pages', { title: 'P', id: 'pp', content: '' });
    const key = await newKey(use(), 'read', 'posts', 'drafts');
    expect((await use().call('GET', '/api/admin/audit', { token: key })).status).to.equal(403);
    const first = await read('?limit=2&subject=posts');
    expect(first.entries.map(({ object }) => object)).to.deep.equal(['p3', 'p2']);
    const second = await read(`?limit=2&subject=posts&before=${first.before!}`);
    expect(second.entries.map(({ object }) => object)).to.deep.equal(['p1']);
    expect(second).to.not.have.property('before');
    for (const query of ['?before=x!', '?limit=101', '?subject=nothing']) {
      expect((await admin('GET', `/api/admin/audit${query}`)).status).to.equal(400);
    }
    const { csv } = (await admin('GET', '/api/admin/audit/export')).body as { csv: string };
    const lines = csv.trimEnd().split('\n');
    expect(lines[0]).to.include('at,kind,id,name,subject,action,object,network');
    expect(lines).to.have.length(5);
  });

  it('is kept for 180 days', async () => {
    await write(use(), { id: 'long-ago' });
    use().clock.advance(180 * DAY);
    await use().signIn();
    expect(await actions()).to.have.length(1);
    use().clock.advance(1);
    expect(await actions()).to.deep.equal([]);
    const stop = startHousekeeping(use().services);
    const count = async () => (await use().database.kysely.selectFrom('audit_entries').select('key').execute()).length;
    await until(async () => (await count()) === 0);
    await stop();
  });
});
