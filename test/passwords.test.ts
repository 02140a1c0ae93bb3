import { pbkdf2Sync } from 'node:crypto';
import { expect } from 'chai';

import { createHashQueue, type HashQueue } from '../routers/base/hash-queue.ts';
import { verifyPassword } from '../routers/admin/passwords.ts';
import { toFailure } from '../routers/base/errors.ts';
import { expectRefusedField } from './support/posts.ts';
import { PASSWORD } from './support/service.ts';
import { login } from './support/sessions.ts';
import { describeVisited, refusal } from './support/visitors.ts';

/** One password in NFC and NFD, as different keyboards type it. */
const COMPOSED = 'Überraschung é';
const DECOMPOSED = COMPOSED.normalize('NFD');

function hashOf(password: string, salt: Buffer): string {
  const hash = pbkdf2Sync(password, salt, 600_000, 32, 'sha256').toString('base64');
  return `pbkdf2-sha256$600000$${salt.toString('base64')}$${hash}`;
}

describeVisited(
  'passwords: storage',
  (use) => {
    const kept = async () =>
      (await use().database.kysely.selectFrom('administrators').select('password').executeTakeFirstOrThrow()).password;
    const changeTo = async (body: { current: string; password: string }) => {
      const { token } = (await login(use(), body.current)).body as { token: string };
      return use().call('POST', '/api/admin/change-password', { body, token });
    };
    const keep = (password: string) => use().database.kysely.updateTable('administrators').set({ password }).execute();

    // docs/interface.md, A9
    it('is PBKDF2-SHA256 of 600,000 rounds with a salt of 16 bytes, and the number of rounds', async () => {
      const [kind, rounds, salt = '', hash = ''] = (await kept()).split('$');
      expect([kind, rounds, Buffer.from(salt, 'base64').length]).to.deep.equal(['pbkdf2-sha256', '600000', 16]);
      const expected = pbkdf2Sync(PASSWORD, Buffer.from(salt, 'base64'), 600_000, 32, 'sha256');
      expect(hash).to.equal(expected.toString('base64'));
    });

    it('is upgraded at the next sign-in when the number of rounds was lower', async () => {
      const salt = Buffer.alloc(16, 7);
      const old = pbkdf2Sync(PASSWORD, salt, 1000, 32, 'sha256').toString('base64');
      const outdated = `pbkdf2-sha256$1000$${salt.toString('base64')}$${old}`;
      await keep(outdated);
      expect((await login(use(), 'wrong')).status).to.equal(401);
      expect(await kept()).to.equal(outdated);
      expect((await login(use(), PASSWORD)).status).to.equal(200);
      expect(await kept())
        .to.match(/^pbkdf2-sha256\$600000\$/)
        .and.not.include(salt.toString('base64'));
      expect((await login(use(), PASSWORD)).status).to.equal(200);
    });

    it('uses NFC, so that every keyboard types the same password', async () => {
      const before = await kept();
      const { body } = await changeTo({
        current: PASSWORD,
        password: DECOMPOSED,
      });
      const salt = Buffer.from((await kept()).split('$')[2] ?? '', 'base64');
      expect(await kept()).to.equal(hashOf(COMPOSED, salt));
      for (const form of [COMPOSED, DECOMPOSED]) expect((await login(use(), form)).status).to.equal(200);
      const same = { current: COMPOSED, password: DECOMPOSED };
      expectRefusedField(
        await use().call('POST', '/api/admin/change-password', { body: same, token: body.token }),
        'password',
      );
      await keep(before);
    });

    it('is converted to NFC by a sign-in with the form from before 2.16.0, which works until then', async () => {
      const before = await kept();
      const salt = Buffer.alloc(16, 9);
      await keep(hashOf(DECOMPOSED, salt));
      expect((await login(use(), 'wrong')).status).to.equal(401);
      expect((await login(use(), `${DECOMPOSED}x`)).status).to.equal(401);
      expect((await login(use(), DECOMPOSED)).status).to.equal(200);
      for (const form of [COMPOSED, DECOMPOSED]) expect((await login(use(), form)).status).to.equal(200);
      await keep(before);
    });

    it('computes one hash for a wrong attempt, and two where the forms differ', async () => {
      let hashes = 0;
      const queue: HashQueue = {
        run: (work) => {
          hashes += 1;
          return work();
        },
      };
      const salt = Buffer.alloc(16, 3);
      expect(
        await verifyPassword({ hashing: queue, passwordRounds: 600_000 }, hashOf(COMPOSED, salt), 'wrong'),
      ).to.equal('wrong');
      expect(hashes).to.equal(1);
      expect(
        await verifyPassword(
          { hashing: queue, passwordRounds: 600_000 },
          hashOf(COMPOSED, salt),
          `${DECOMPOSED} wrong`,
        ),
      ).to.equal('wrong');
      expect(hashes).to.equal(3);
      expect(
        await verifyPassword({ hashing: queue, passwordRounds: 600_000 }, hashOf(COMPOSED, salt), DECOMPOSED),
      ).to.equal('right');
      expect(hashes).to.equal(4);
    });

    it('accepts 200 characters in any form', async () => {
      const before = await kept();
      const long = 'ệ'.repeat(200);
      const change = { current: PASSWORD, password: long.normalize('NFD') };
      expect((await changeTo(change)).status).to.equal(200);
      expect((await login(use(), long.normalize('NFD'))).status).to.equal(200);
      expect((await login(use(), `${long}x`)).status).to.equal(400);
      await keep(before);
    });

    it('is not rewritten by a sign-in when it is up to date', async () => {
      const before = await kept();
      await login(use(), PASSWORD);
      expect(await kept()).to.equal(before);
    });
  },
  {},
  { realPasswordRounds: true },
);

// docs/interface.md, A11
describeVisited('passwords: too many concurrent checks', (use) => {
  it('are answered with 503 and Retry-After: 2 over REST and tRPC, and succeed again afterwards', async () => {
    const release = fill(use().services.hashing);
    const { status, headers, body } = await login(use(), PASSWORD);
    expect({ status, code: body.code }).to.deep.equal({ status: 503, code: 'SERVICE_UNAVAILABLE' });
    expect(headers.get('retry-after')).to.equal('2');
    const refused = await refusal(use().trpc(null).admin.login.mutate({ password: PASSWORD }));
    expect(refused).to.include({ status: 503, code: 'SERVICE_UNAVAILABLE', retryAfter: 2 });
    await release();
    expect((await login(use(), PASSWORD)).status).to.equal(200);
  });

  it('have separate queues for posts and sign-ins', async () => {
    const release = fill(use().services.encrypting);
    const fields = { title: 'Sealed', password: 'open sesame' };
    const { status, headers } = await use().admin('POST', '/api/posts', fields);
    expect([status, headers.get('retry-after')]).to.deep.equal([503, '2']);
    expect((await login(use(), PASSWORD)).status).to.equal(200);
    await release();
    expect((await use().admin('POST', '/api/posts', fields)).status).to.equal(201);
  });
});

describe('the password queue', () => {
  it('runs two and queues twenty, and rejects the next at once', async () => {
    const queue = createHashQueue();
    const started: number[] = [];
    const works = Array.from({ length: 22 }, () => Promise.withResolvers<void>());
    const runs = works.map(({ promise }, number) =>
      queue.run(() => {
        started.push(number);
        return promise;
      }),
    );
    const error = await queue.run(async () => 'never').catch((reason: unknown) => reason);
    expect(toFailure(error)).to.deep.include({ status: 503, retryAfter: 2 });
    expect(started).to.deep.equal([0, 1]);

    works[1]!.resolve();
    await runs[1];
    await Promise.resolve();
    expect(started).to.deep.equal([0, 1, 2]);
    works.forEach(({ resolve }) => resolve());
    await Promise.all(runs);
    expect(started).to.deep.equal(works.map((_, number) => number));
  });

  it('continues after a failure', async () => {
    const queue = createHashQueue();
    const fail = () => queue.run(() => Promise.reject(new Error('no')));
    const results = await Promise.allSettled(Array.from({ length: 22 }, fail));
    expect(results.every(({ status }) => status === 'rejected')).to.equal(true);
    expect(await queue.run(async () => 'done')).to.equal('done');
  });
});

/** Occupies all places of a queue; the result releases them. */
function fill(queue: ReturnType<typeof createHashQueue>): () => Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const runs = Array.from({ length: 22 }, () => queue.run(() => promise));
  return () => {
    resolve();
    return Promise.all(runs);
  };
}
