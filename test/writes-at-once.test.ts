import { AsyncLocalStorage } from 'node:async_hooks';
import { LockMode } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { expect } from 'chai';

import { Administrator } from '../entities/administrator.ts';
import { kyselyOf } from '../entities/kysely.ts';
import { resetPassword } from '../routers/admin/account.ts';
import { openSession } from '../routers/admin/sessions.ts';
import { insertCommentRow } from '../routers/comments/insert-row.ts';
import { approvedState } from '../routers/comments/initial-state.ts';
import { textFields } from '../routers/comments/submit.ts';
import { approveComments } from '../routers/comments/announce.ts';
import { loadPost } from '../routers/posts/load.ts';
import { deleteUnneededAddresses } from '../routers/comments/replies/addresses.ts';
import { askLater } from '../routers/comments/replies/ask.ts';
import { lockVersions } from '../routers/data/sequence.ts';
import { keyPair, secretKey } from '../routers/base/secret-keys.ts';
import { cleanSpam } from '../routers/comments/spam/clean.ts';
import { declareSpam } from '../routers/comments/decide.ts';
import { createViewBuffer } from '../routers/data/views/view-buffer.ts';
import { comment, set } from './support/comments.ts';
import { photo } from './support/files.ts';
import { callDuring, somebodyWaits } from './support/locks.ts';
import { rowOf, write } from './support/posts.ts';
import { take, takeMany } from './support/transfer.ts';
import { replace, uploaded } from './support/uploads.ts';
import { describeVisited, statuses } from './support/visitors.ts';

const DAY = 86_400_000;
const TEN = Array.from({ length: 10 }, (_, number) => number);

/** Another instance writes, and has not committed yet, while the service is called. */
describeVisited.onBothEngines('writes at once', (use) => {
  /** Not in the context of the other transaction. */
  let apart: <T>(run: () => T) => T;
  before(() => (apart = AsyncLocalStorage.snapshot()));

  const during = <T>(change: (tx: SqlEntityManager) => Promise<unknown>, call: () => Promise<T>) =>
    callDuring(use(), change, () => apart(call));
  const keyOf = async (id: string) =>
    (
      await use()
        .database.kysely.selectFrom('comments')
        .select('key')
        .where('comments.id', '=', id)
        .executeTakeFirstOrThrow()
    ).key;
  const removePost = (slug: string) => async (tx: SqlEntityManager) => {
    await lockVersions(tx);
    await kyselyOf(tx).deleteFrom('posts').where('slug', '=', slug).execute();
  };
  const insertComment = (tx: SqlEntityManager, fields: { author: string; content: string; parentKey?: number }) =>
    insertCommentRow(tx, {
      id: `c-${fields.content}`,
      postKey: null,
      markdown: 0,
      section: 'gb-note',
      parentKey: null,
      depth: fields.parentKey === undefined ? 1 : 2,
      createdAt: new Date(use().clock.now()).toISOString(),
      receiptHash: null,
      ...approvedState,
      ...fields,
      ...textFields(fields.author, fields.content),
    });

  describe('of imports', () => {
    const item = { sourceKey: 'sealed', title: 'Sealed', content: 'A secret.', password: 'the password' };

    // docs/interface.md, E8
    it('encrypt the text of a protected post that is deleted or made plain at the same time', async () => {
      const [first] = await take(use(), [item]);
      const [again] = await during(removePost(first!.id!), () => take(use(), [item]));
      expect(again!.outcome).to.equal('new');
      const { enc_data: sealed } = await rowOf(use(), again!.id!);
      expect(sealed).to.be.a('string');
      expect((await take(use(), [item]))[0]!.outcome).to.equal('unchanged');
      const open = { protected: 0, content: 'Plain', enc_salt: null, enc_iv: null, enc_data: null };
      const makePlain = async (tx: SqlEntityManager) => {
        await lockVersions(tx);
        await kyselyOf(tx).updateTable('posts').set(open).where('slug', '=', again!.id!).execute();
      };
      expect((await during(makePlain, () => take(use(), [item])))[0]!.outcome).to.equal('changed');
      const row = await rowOf(use(), again!.id!);
      expect(row).to.include({ protected: 1, content: '' });
      // It can be decrypted with the password.
      expect((await take(use(), [item]))[0]!.outcome).to.equal('unchanged');
    });

    it('refuse a reply whose parent is deleted, and keep a text that is written at the same time', async () => {
      const parent = { sourceKey: 'p', post: 'gb-note', author: 'Ann', content: 'Parent' };
      const send = async (comments: object[]) =>
        (await use().admin('POST', '/api/admin/import', { posts: [], comments })).body.comments;
      expect(await send([parent])).to.have.length(1);
      const remove = (tx: SqlEntityManager) =>
        kyselyOf(tx).deleteFrom('comments').where('source_key', '=', 'p').execute();
      const reply = { sourceKey: 'r', post: 'gb-note', parent: 'p', author: 'Bob', content: 'Reply' };
      expect((await during(remove, () => send([reply])))[0].outcome).to.equal('refused');
      const same = { author: 'Eve', content: 'the-same' };
      const imported = { sourceKey: 's', post: 'gb-note', ...same };
      expect(
        (
          await during(
            (tx) => insertComment(tx, same),
            () => send([imported]),
          )
        )[0].outcome,
      ).to.equal('new');
    });
  });

  describe('of comments', () => {
    const learnedOf = async (id: string) =>
      (
        await use()
          .database.kysely.selectFrom('comment_checks')
          .select('learned')
          .where('comment_key', '=', await keyOf(id))
          .executeTakeFirstOrThrow()
      ).learned;
    const totals = async () =>
      (await use()
        .database.kysely.selectFrom('spam_words')
        .select(['good', 'spam'])
        .where('word', '=', '')
        .executeTakeFirst()) ?? { good: 0, spam: 0 };
    const bulk = (body: object) => use().admin('POST', '/api/comments/bulk', body);

    before(() => set(use(), { commentModeration: 'off', spamFilter: true }));

    // docs/interface.md, C33
    it('teach the spam filter once', async () => {
      const { good } = await totals();
      const { id } = (await comment(use(), 'gb-note')).comment;
      const answers = await Promise.all(TEN.map(() => bulk({ action: 'approve', ids: [id] })));
      expect(statuses(answers)).to.deep.equal(TEN.map(() => 200));
      expect((await totals()).good).to.equal(good + 1);
      const replied = (await comment(use(), 'gb-note')).comment.id;
      const reply = (at: number) => use().admin('POST', `/api/comments/${replied}/reply`, { content: `Reply ${at}` });
      expect(statuses(await Promise.all(TEN.map(reply)))).to.deep.equal(TEN.map(() => 201));
      expect((await totals()).good).to.equal(good + 2);
    });

    // docs/interface.md, C33
    it('that are declared spam are not learned as good', async () => {
      const before = await totals();
      const { id } = (await comment(use(), 'gb-note')).comment;
      use().clock.advance(8 * DAY);
      await during(
        (tx) => declareSpam(tx, use().clock, [id]),
        () => cleanSpam(use().services.em.fork(), use().clock),
      );
      await use().signIn();
      expect(await learnedOf(id)).to.equal('spam');
      expect((await totals()).spam).to.equal(before.spam + 1);
    });

    it('change only what matches the filter', async () => {
      await set(use(), { commentModeration: 'all' });
      const id = await write(use(), { title: 'Filtered' });
      const held = (await comment(use(), id)).comment.id;
      await set(use(), { commentModeration: 'off' });
      const answer = await during(
        (tx) => approveComments(tx, use().clock, [held]),
        () => bulk({ action: 'delete', filter: { status: 'pending', post: id }, expected: 1 }),
      );
      expect([answer.status, answer.body.code]).to.deep.equal([412, 'PRECONDITION_FAILED']);
      expect(await keyOf(held)).to.be.a('number');
    });

    // docs/interface.md, C32
    it('keep old spam with a reply that is approved at the same time', async () => {
      const { id } = (await comment(use(), 'gb-note')).comment;
      await bulk({ action: 'spam', ids: [id] });
      const { kysely, orm } = use().database;
      await orm.em
        .fork()
        .transactional(async (tx) => insertComment(tx, { author: 'Bob', content: 'held', parentKey: await keyOf(id) }));
      await kysely.updateTable('comments').set({ status: 'pending' }).where('id', '=', 'c-held').execute();
      use().clock.advance(31 * DAY);
      await during(
        (tx) => approveComments(tx, use().clock, ['c-held']),
        () => cleanSpam(use().services.em.fork(), use().clock),
      );
      await use().signIn();
      expect(await keyOf('c-held')).to.be.a('number');
    });

    it('wait for each other in one order', async () => {
      const ids: string[] = [];
      for (const _ of TEN) ids.push((await comment(use(), 'gb-note')).comment.id);
      const { kysely } = use().database;
      for (let round = 0; round < 5; round++) {
        // Rows that were written again are found in another order.
        for (const id of ids.toSorted(() => Math.random() - 0.5)) {
          await kysely.updateTable('comments').set({ likes: round }).where('id', '=', id).execute();
        }
        const actions = TEN.map((at) => ({
          action: ['approve', 'unapprove', 'hold', 'spam'][at % 4],
          ids: at % 2 === 0 ? ids : ids.toReversed(),
        }));
        const answers = await Promise.all(actions.map(bulk));
        expect(statuses(answers)).to.deep.equal(TEN.map(() => 200));
      }
    });

    // docs/interface.md, D9
    it('keep a reply to a comment that is erased at the same time', async () => {
      const { id } = (await comment(use(), 'gb-note')).comment;
      const key = await keyOf(id);
      const { kysely } = use().database;
      await kysely.updateTable('comments').set({ email: 'ann@x.example' }).where('id', '=', id).execute();
      const { body } = await during(
        (tx) => insertComment(tx, { author: 'Bob', content: 'kept', parentKey: key }),
        () => use().admin('POST', '/api/admin/privacy/erase', { of: 'ann@x.example' }),
      );
      expect(body).to.include({ deleted: 0, emptied: 1 });
      expect(await keyOf('c-kept')).to.be.a('number');
    });
  });

  describe('of sessions', () => {
    const openSessions = async () => use().database.kysely.selectFrom('sessions').select('device_id').execute();
    const lockAdministrator = (tx: SqlEntityManager) =>
      tx.findOne(Administrator, { key: 1 }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const device = { id: `d-${'0'.repeat(32)}`, name: 'Firefox on Linux' };
    const signIn = async (tx: SqlEntityManager) => {
      await lockAdministrator(tx);
      await openSession(tx, use().clock, device);
    };

    after(() => use().signIn());

    it('leave no session of a device that is ended', async () => {
      await use().services.em.fork().transactional(signIn);
      use().clock.advance(1000);
      const { status } = await during(signIn, () => use().admin('DELETE', `/api/admin/new-devices/${device.id}`));
      expect(status).to.equal(200);
      const devices = await use().database.kysely.selectFrom('known_devices').select('id').execute();
      const listed = devices.some(({ id }) => id === device.id);
      const open = (await openSessions()).some(({ device_id }) => device_id === device.id);
      expect(open).to.equal(listed);
    });

    it('leave no session when the password is reset', async () => {
      await during(signIn, () => resetPassword(use().services, 'another battery staple'));
      expect(await openSessions()).to.deep.equal([]);
    });
  });

  describe('of others', () => {
    it('of settings are kept when a file in them is replaced', async () => {
      const file = await uploaded(use(), await photo('jpeg'), 'logo.jpg');
      const url = new URL(file.url).pathname;
      const menu = (label: string) => [{ label, url }];
      await set(use(), { navigation: menu('Old') });
      const rename = (tx: SqlEntityManager) =>
        kyselyOf(tx)
          .updateTable('settings')
          .set({ value: JSON.stringify(menu('New')) })
          .where('name', '=', 'navigation')
          .execute();
      const next = await photo('jpeg', 1, 1);
      const { status } = await during(rename, () => replace(use(), file.id, next));
      expect(status).to.equal(200);
      expect((await use().admin('GET', '/api/admin/settings')).body.navigation[0].label).to.equal('New');
    });

    it('of a working copy and of a tag in it wait for each other', async () => {
      await write(use(), { tags: ['old'] });
      const id = await write(use(), {});
      const fields = { tags: ['old'] };
      await use().admin('PUT', `/api/posts/${id}/working-copy`, { baseVersion: 1, fields });
      const { database, services } = use();
      const renamed = await services.em.fork().transactional(async (tx) => {
        const { key } = await loadPost(tx, id);
        let isOver = false;
        const answer = apart(() =>
          use()
            .admin('POST', '/api/admin/names/tag/old/rename', { newName: 'new' })
            .finally(() => (isOver = true)),
        );
        if (database.dialect === 'postgres') await somebodyWaits(database, () => isOver);
        await kyselyOf(tx).updateTable('working_copies').set({ base_version: 2 }).where('post_key', '=', key).execute();
        return { answer };
      });
      expect((await renamed.answer).status).to.equal(200);
      const copy = await use().admin('GET', `/api/posts/${id}/working-copy`);
      expect(copy.body.workingCopy).to.deep.include({ baseVersion: 2, fields: { tags: ['new'] } });
    });

    it('of a comment keep the address of its writer, whose other comments are gone', async () => {
      const { kysely } = use().database;
      const now = new Date(use().clock.now()).toISOString();
      const email = 'eve@x.example';
      const address = {
        id: 'ra-1',
        email,
        state: 'confirmed',
        created_at: now,
        mailed_at: now,
        confirmed_at: now,
      } as const;
      await kysely.insertInto('reply_addresses').values(address).execute();
      const write = async (tx: SqlEntityManager) => {
        await insertComment(tx, { author: 'Eve', content: 'back' });
        const own = kyselyOf(tx).updateTable('comments').set({ email, email_language: 'en' });
        await own.where('id', '=', 'c-back').execute();
        await askLater(tx, use().clock, { email, language: 'en', network: '' });
      };
      await during(write, () => deleteUnneededAddresses(use().services.em.fork(), use().clock));
      expect(await kysely.selectFrom('reply_addresses').select('id').execute()).to.deep.equal([{ id: 'ra-1' }]);
    });

    it('of likes and views do not fail when their post is deleted', async () => {
      const id = await write(use(), { title: 'Liked', status: 'published' });
      const { status } = await during(removePost(id), () => use().call('POST', `/api/posts/${id}/like`));
      expect(status).to.be.oneOf([200, 404]);
    });

    it('of views by two instances do not wait for each other', async () => {
      const { services, clock, database } = use();
      await takeMany(use(), 40, (at) => ({ title: `Viewed ${at}` }));
      const posts = await database.kysely.selectFrom('posts').select('key').orderBy('key').execute();
      const [one, two] = [0, 1].map(() => createViewBuffer(services.em, clock, services, services.viewTally));
      const visit = {
        isBot: false,
        register: 1,
        referrer: null,
        source: null,
        country: null,
        device: 'mobile' as const,
      };
      for (const host of TEN.slice(5)) {
        const address = { current: `${host}`, former: `${host}` };
        for (const { key } of posts) one!.add({ postKey: key, address, visit });
        const other = { current: `x${host}`, former: `x${host}` };
        for (const { key } of posts.toReversed()) two!.add({ postKey: key, address: other, visit });
        await Promise.all([one!.flush(), two!.flush()]);
        expect([one!.depth(), two!.depth()]).to.deep.equal([0, 0]);
      }
      await Promise.all([one!.close(), two!.close()]);
    });

    it('agree on the key that replaces an expired one', async () => {
      const { services, clock } = use();
      await secretKey(services.em, clock, 'address');
      for (let round = 0; round < 15; round++) {
        clock.advance(2 * DAY);
        const pairs = await Promise.all(TEN.map(() => keyPair(services.em.fork(), clock, 'address', DAY)));
        expect(new Set(pairs.map(({ current }) => current)).size).to.equal(1);
      }
    });
  });
});
