import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';

import { expect } from 'chai';

import { QUEUE_TIMEOUT } from '../routers/base/database-errors.ts';
import { withDeadline } from '../routers/base/deadline.ts';
import { toFailure } from '../routers/base/errors.ts';
import { Semaphore } from '../server/storage/database/semaphore.ts';
import { createWriteLoad } from '../server/http/write-load.ts';
import { until } from './support/until.ts';
import { describeService } from './support/service.ts';

const late = () => new Error('too late');

describe('a semaphore', () => {
  it('is held by a number of callers, and passed on in the order of the calls', async () => {
    const semaphore = new Semaphore(2);
    const order: number[] = [];
    const releases: (() => void)[] = [];
    const callers = [0, 1, 2, 3].map(async (number) => {
      releases.push(await semaphore.lock({ within: 1000, late }));
      order.push(number);
    });
    await Promise.all(callers.slice(0, 2));
    expect(order).to.deep.equal([0, 1]);
    releases[1]!();
    await callers[2];
    releases[0]!();
    await callers[3];
    expect(order).to.deep.equal([0, 1, 2, 3]);
    expect([semaphore.isHeld, semaphore.isAwaited]).to.deep.equal([true, false]);
  });

  it('lets a caller give up early, if it has a reason to', async () => {
    const semaphore = new Semaphore();
    const release = await semaphore.lock({ within: 1000, late });
    const stuck = (holds: boolean) => ({ after: 5, holds: () => holds });
    const patient = semaphore.lock({ within: 1000, late, stuck: stuck(false) });
    const other = await semaphore.lock({ within: 1000, late, stuck: stuck(true) }).catch((error: unknown) => error);
    expect(other).to.include({ message: 'too late' });
    release();
    (await patient)();
    expect([semaphore.isHeld, semaphore.isAwaited]).to.deep.equal([false, false]);
  });

  it('knows the time of a turn only after turns that were waited for', async () => {
    const semaphore = new Semaphore();
    const turn = async () => (await semaphore.lock({ within: 5000, late }))();
    for (let number = 0; number < 50; number++) await turn();
    expect(semaphore.pace).to.equal(0);
    await Promise.all(Array.from({ length: 50 }, turn));
    expect(semaphore.pace).to.be.above(0).and.below(100);
  });

  it('forgets the time of a turn in a pause, after which callers may do something else', async () => {
    const semaphore = new Semaphore();
    const turn = async () => (await semaphore.lock({ within: 5000, late }))();
    await Promise.all(Array.from({ length: 50 }, turn));
    await until(() => semaphore.pace === 0);
    await Promise.all(Array.from({ length: 10 }, turn));
    expect(semaphore.pace).to.equal(0);
  });
});

describe('the load of writes', () => {
  it('refuses a write that is expected to wait for fifty seconds, until others are answered', () => {
    const load = createWriteLoad(() => 100);
    const responses = Array.from({ length: 501 }, () => new EventEmitter() as ServerResponse);
    expect(responses.filter((res) => load.enter(res) !== null)).to.deep.equal([]);
    const refusal = load.enter(new EventEmitter() as ServerResponse);
    expect(toFailure(refusal)).to.deep.include({ status: 503, retryAfter: 46 });
    responses[0]!.emit('close');
    expect(load.enter(new EventEmitter() as ServerResponse)).to.equal(null);
  });

  it('refuses a write that is expected to wait for ten seconds once one has, until the wait is five', () => {
    let time = 0;
    const load = createWriteLoad(
      () => 100,
      () => time,
    );
    const enter = () => {
      const res = new EventEmitter() as ServerResponse;
      return { res, refusal: load.enter(res) };
    };
    const writes = Array.from({ length: 101 }, enter);
    expect(enter().refusal).to.equal(null);
    time = 10_001;
    writes.pop()!.res.emit('close');
    expect(toFailure(enter().refusal)).to.deep.include({ status: 503, retryAfter: 6 });
    for (const { res } of writes.splice(0, 52)) res.emit('close');
    expect(Array.from({ length: 150 }, enter).filter(({ refusal }) => refusal)).to.deep.equal([]);
  });
});

// docs/interface.md, E8
describeService('a write that cannot begin', (use) => {
  it('has the less time for it, the longer it has waited for its turn before', async () => {
    const transaction = await use().database.kysely.startTransaction().execute();
    const begun = performance.now();
    const write = () =>
      use()
        .services.em.fork()
        .transactional(() => Promise.resolve());
    const error = await withDeadline(write, undefined, 9500).catch((thrown: Error) => thrown);
    expect(error).to.have.property('code', QUEUE_TIMEOUT);
    expect(performance.now() - begun).to.be.within(450, 5000);
    await transaction.rollback().execute();
  });

  it('is 503 with Retry-After after ten seconds, and is not done later', async () => {
    const transaction = await use().database.kysely.startTransaction().execute();
    const begun = performance.now();
    const answer = await use().admin('POST', '/api/posts', { title: 'Too late', id: 'too-late' });
    expect(answer.status).to.equal(503);
    expect(answer.body.code).to.equal('SERVICE_UNAVAILABLE');
    expect(Number(answer.headers.get('retry-after'))).to.be.at.least(1);
    // The deadline of a request would end it after 14 s.
    expect(performance.now() - begun).to.be.within(9900, 13_500);
    await transaction.rollback().execute();
    expect((await use().admin('POST', '/api/posts', { title: 'In time', id: 'in-time' })).status).to.equal(201);
    expect((await use().call('GET', '/api/posts/too-late')).status).to.equal(404);
  });
});
