import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { sql } from 'kysely';

import { openSession } from '../routers/admin/sessions.ts';
import { systemClock } from '../routers/base/clock.ts';
import { putJob } from '../routers/data/queue.ts';
import { renewLease } from '../routers/data/held.ts';
import { failJob, finishJob, postponeJob, releaseJob, takeJobs } from '../server/background/jobs/queue.ts';
import type { Consumer } from '../server/background/jobs/job.ts';
import { startJobs, type Jobs } from '../server/background/jobs/runner.ts';
import { expectRefusal } from './support/comments.ts';
import { change, write } from './support/posts.ts';
import { startTestService, type TestService } from './support/service.ts';
import { databaseKinds } from './support/databases.ts';
import { newFolder } from './support/run.ts';
import { cleanUp, ready, start } from './support/started.ts';
import { withDatabase } from './support/stored.ts';
import { until } from './support/until.ts';
import { describeVisited } from './support/visitors.ts';

const HOUR = 3_600_000;
const LEASE = 10_000;

async function put({ services, clock }: TestService, data: object, more: { key?: string; runAt?: string } = {}) {
  await services.em.fork().transactional((tx) => putJob(tx, clock, { kind: 'test', data, ...more }));
}

function stored({ database }: TestService) {
  return database.kysely.selectFrom('jobs').selectAll().where('kind', '=', 'test').orderBy('created_at').execute();
}

async function published({ database }: TestService, id: string): Promise<number> {
  const events = database.kysely.selectFrom('events').select('id').where('subject', '=', id);
  return (await events.where('type', '=', 'post.published').execute()).length;
}

// docs/interface.md, K12
describeVisited.onBothEngines('jobs', (use) => {
  const started: Jobs[] = [];
  const runner = (consume: Consumer) => {
    const { services, changes } = use();
    const jobs = startJobs({ services, changes, consumers: { test: consume } });
    started.push(jobs);
    return jobs;
  };

  afterEach(async () => {
    await Promise.all(started.splice(0).map((jobs) => jobs.stop()));
    await use().database.kysely.deleteFrom('jobs').execute();
  });

  it('run once across several runners, with their id and data, soon after the commit', async () => {
    const ran: unknown[] = [];
    const ids = new Set<string>();
    for (let at = 0; at < 3; at++) {
      runner(async ({ id, data }) => {
        ran.push((data as { number: number }).number);
        ids.add(id);
        await sleep(5);
      });
    }
    await Promise.all(Array.from({ length: 20 }, (_, number) => put(use(), { number })));
    await until(async () => (await stored(use())).length === 0);
    expect(ran.toSorted((a, b) => Number(a) - Number(b))).to.deep.equal(Array.from({ length: 20 }, (_, at) => at));
    expect(ids.size).to.equal(20);
  });

  it('do not run when their transaction is rolled back, nor before their time', async () => {
    const ran: unknown[] = [];
    runner(async ({ data }) => void ran.push(data));
    const { services, clock } = use();
    await services.em
      .fork()
      .transactional(async (tx) => {
        await putJob(tx, clock, { kind: 'test', data: { rolled: 'back' } });
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    await put(use(), { later: true }, { runAt: new Date(clock.now() + HOUR).toISOString() });
    await put(use(), { now: true });
    await until(() => ran.length > 0);
    await sleep(50);
    expect(ran).to.deep.equal([{ now: true }]);
    clock.jump(HOUR);
    await until(() => ran.length > 1);
    expect(ran[1]).to.deep.equal({ later: true });
    clock.jump(-HOUR);
  });

  it('are replaced by a later job with the same key, even while they run', async () => {
    const ran: unknown[] = [];
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    runner(async ({ data }) => {
      ran.push(data);
      if (ran.length === 1) await gate;
    });
    await put(use(), { turn: 1 }, { key: 'same' });
    await until(() => ran.length === 1);
    await put(use(), { turn: 2 }, { key: 'same' });
    await until(() => ran.length === 2);
    release();
    await until(async () => (await stored(use())).length === 0);
    expect(ran).to.deep.equal([{ turn: 1 }, { turn: 2 }]);
  });

  // docs/interface.md, K13, K14
  it('are retried with increasing delays when they fail, and are kept with the error in the end', async () => {
    let tries = 0;
    runner(async () => {
      tries += 1;
      throw new Error(`It failed ${tries} times.`);
    });
    await put(use(), {});
    const pauses: number[] = [];
    for (let attempt = 1; attempt < 12; attempt++) {
      await until(async () => (await stored(use()))[0]?.reason === `It failed ${attempt} times.`);
      const [job] = await stored(use());
      pauses.push(Date.parse(job!.run_at) - use().clock.now());
      use().clock.advance(pauses.at(-1)!);
      await use().changes.hear(['jobs']);
    }
    await until(async () => (await stored(use()))[0]?.state === 'failed');
    pauses.forEach((pause, at) => expect(pause).to.be.within(500 * 2 ** at, 1000 * 2 ** at));
    const { body } = await use().admin('GET', '/api/admin/jobs?state=failed');
    const [failed] = (body as { jobs: { id: string }[] }).jobs;
    expect(failed).to.include({ kind: 'test', state: 'failed', attempts: 12, reason: 'It failed 12 times.' });
    expect(body).to.include({ total: 1 });
    const before = tries;
    expect((await use().admin('POST', `/api/admin/jobs/${failed!.id}/retry`)).status).to.equal(200);
    await until(() => tries > before);
    expectRefusal(await use().admin('DELETE', `/api/admin/jobs/${failed!.id}`), 404, 'NOT_FOUND');
  });

  it('can be deleted after their last attempt', async () => {
    const at = new Date(use().clock.now()).toISOString();
    const job = { id: 'j-old', kind: 'test', data: '{}', run_at: at, state: 'failed', created_at: at } as const;
    await use().database.kysely.insertInto('jobs').values(job).execute();
    expect((await use().admin('DELETE', '/api/admin/jobs/j-old')).body).to.deep.equal({ ok: true, id: 'j-old' });
    expectRefusal(await use().admin('POST', '/api/admin/jobs/j-old/retry'), 404, 'NOT_FOUND');
  });

  it('run elsewhere when their instance is gone and the lease is over, also when the clock was set back', async () => {
    const { clock, database } = use();
    const now = clock.now();
    const leases = { over: now - 1, held: now + LEASE / 2, ahead: now + LEASE + 5000, nonsense: now + HOUR };
    for (const [id, until] of Object.entries(leases)) {
      const at = new Date(now - HOUR).toISOString();
      const locked_until = new Date(until).toISOString();
      const job = { id, kind: 'test', data: '{}', run_at: at, attempts: 1, locked_until, created_at: at };
      await database.kysely
        .insertInto('jobs')
        .values({ ...job, state: 'waiting' })
        .execute();
    }
    const ran: string[] = [];
    runner(async ({ id }) => void ran.push(id));
    await until(() => ran.length === 2);
    expect(ran.toSorted()).to.deep.equal(['nonsense', 'over']);
    clock.advance(LEASE / 2);
    await until(() => ran.includes('held'));
    // The lease of an instance whose clock is ahead is valid.
    expect(ran).to.not.include('ahead');
  });

  it('are taken in the number for which there is room', async () => {
    const { services, clock, database } = use();
    await put(use(), {});
    // PostgreSQL plans for a table of one row.
    await sql`analyze jobs`.execute(database.kysely);
    for (let more = 0; more < 11; more++) await put(use(), {});
    const take = () => takeJobs(services.em.fork(), clock, { kinds: ['test'], lane: null, most: 4 });
    expect([await take(), await take()].map((jobs) => jobs.length)).to.deep.equal([4, 4]);
  });

  it('are left alone by an instance that has lost them: it renews, ends and changes nothing', async () => {
    const { services, clock, database } = use();
    const take = async () => {
      const [job] = await takeJobs(services.em.fork(), clock, { kinds: ['test'], lane: null, most: 1 });
      return job!;
    };
    await put(use(), {});
    const former = await take();
    clock.advance(LEASE + 1);
    const holder = await take();
    expect(holder.fence).to.equal(former.fence + 1);
    const before = await stored(use());
    expect(await renewLease(services.em.fork(), clock, former)).to.equal(false);
    await finishJob(services.em.fork(), former);
    await releaseJob(services.em.fork(), former);
    await postponeJob(services.em.fork(), clock, former, 'lost');
    await failJob(services.em.fork(), former, 'lost');
    expect(await stored(use())).to.deep.equal(before);
    expect(await renewLease(services.em.fork(), clock, holder)).to.equal(true);
    if (database.dialect === 'postgres') {
      // As an instance of 2.24.0 takes it, which does not count.
      const taken = database.kysely.updateTable('jobs').set({ attempts: 3, locked_until: new Date().toISOString() });
      await taken.where('id', '=', holder.id).execute();
      expect((await stored(use()))[0]!.fence).to.equal(holder.fence + 1);
      await finishJob(services.em.fork(), holder);
      expect(await stored(use())).to.have.length(1);
    } else {
      await finishJob(services.em.fork(), holder);
      expect(await stored(use())).to.deep.equal([]);
    }
  });

  it('are released when the service stops, without counting an attempt', async () => {
    let isRunning = false;
    const jobs = runner(async ({ signal }) => {
      isRunning = true;
      await sleep(60_000, undefined, { signal });
    });
    await put(use(), {});
    await until(() => isRunning);
    await jobs.stop();
    expect((await stored(use()))[0]).to.include({ attempts: 0, locked_until: null, state: 'waiting' });
  });

  it('wait for an instance that runs their kind, such as mails for one with a mail server', async () => {
    const { services, changes } = use();
    for (const more of [{ oneAtATime: new Set(['test']) }, { inLanes: { test: 1 } }]) {
      const jobs = startJobs({ services, changes, consumers: { another: async () => undefined }, ...more });
      started.push(jobs);
      await put(use(), {}, { key: 'waiting' });
      await sleep(50);
      expect((await stored(use()))[0]).to.include({ attempts: 0, state: 'waiting', reason: null });
      await jobs.stop();
    }
    runner(async () => undefined);
    await until(async () => (await stored(use())).length === 0);
  });

  it('cause no writes while the queue is empty', async () => {
    runner(async () => undefined);
    await sleep(100);
    use().statements.length = 0;
    await use().changes.hear(['jobs']);
    await use().changes.hear(['*']);
    await sleep(100);
    expect(
      use().statements.filter((text) => /^\s*(insert into|update|delete from) "?jobs"?/i.test(text)),
    ).to.deep.equal([]);
  });
});

// docs/interface.md, K15
describeVisited.onBothEngines('scheduled publications', (use) => {
  const soon = (milliseconds = HOUR) => new Date(use().clock.now() + milliseconds).toISOString();

  it('are recorded on time, as an event and as a change', async () => {
    const { cursor } = (await use().call('GET', '/api/changes')).body as { cursor: string };
    const id = await write(use(), { publishAt: soon() });
    const version = (await use().admin('GET', `/api/posts/${id}`)).body as { post: { version: number } };
    await sleep(50);
    expect(await published(use(), id)).to.equal(0);
    use().clock.advance(HOUR);
    await until(async () => (await published(use(), id)) === 1);
    const { body } = await use().call('GET', `/api/changes?after=${cursor}`);
    expect(body).to.deep.include({ changes: [{ id, version: version.post.version, deleted: false }] });
    const jobs = await use().database.kysely.selectFrom('jobs').selectAll().execute();
    await until(async () => (await use().database.kysely.selectFrom('jobs').selectAll().execute()).length === 0);
    expect(jobs.length).to.be.below(2);
  });

  it('follow a changed time, and are cancelled with it', async () => {
    const [changed, draft, now, gone] = [
      await write(use(), { publishAt: soon() }),
      await write(use(), { publishAt: soon() }),
      await write(use(), { publishAt: soon() }),
      await write(use(), { publishAt: soon() }),
    ];
    await change(use(), changed, { publishAt: soon(3 * HOUR) });
    await change(use(), draft, { status: 'draft' });
    await change(use(), now, { publishAt: null });
    await use().admin('DELETE', `/api/posts/${gone}`);
    expect(await published(use(), now)).to.equal(1);
    const listed = (await use().admin('GET', '/api/admin/jobs')).body as { jobs: { subject: string; kind: string }[] };
    expect(listed.jobs.map(({ subject, kind }) => `${kind} ${subject}`)).to.deep.equal([`publish ${changed}`]);
    use().clock.jump(2 * HOUR);
    await use().changes.hear(['jobs']);
    await sleep(1200);
    for (const id of [changed, draft, gone]) expect(await published(use(), id)).to.equal(0);
    use().clock.jump(HOUR);
    await until(async () => (await published(use(), changed)) === 1);
    expect(await published(use(), now)).to.equal(1);
  });

  it('are recorded once when the clock was set back', async () => {
    const id = await write(use(), { publishAt: soon() });
    use().clock.jump(HOUR);
    await until(async () => (await published(use(), id)) === 1);
    use().clock.jump(-2 * HOUR);
    await sleep(1200);
    use().clock.jump(2 * HOUR);
    await sleep(1200);
    expect(await published(use(), id)).to.equal(1);
  });
});

for (const kind of databaseKinds) {
  describe(`killed processes with jobs (${kind.name})`, () => {
    after(cleanUp);

    it('lose no scheduled publication, and record none twice', async () => {
      const url = await kind.freshUrl('administrator');
      const folder = await newFolder();
      const ids: string[] = [];
      const env = { DATABASE_URL: url };
      const token = await withDatabase(url, ({ orm }) => openSession(orm.em.fork(), systemClock));
      for (let round = 0; round < 2; round++) {
        const instance = start(folder, env);
        const address = await ready(instance);
        for (let at = 0; at < 5; at++) {
          const id = `r${round}-${at}`;
          const publishAt = new Date(Date.now() + at * 100).toISOString();
          const answer = await fetch(`${address}/api/posts`, {
            method: 'POST',
            body: JSON.stringify({ id, title: id, publishAt }),
            headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          });
          expect(answer.status, await answer.text()).to.equal(201);
          ids.push(id);
        }
        await sleep(round * 150);
        instance.process.kill('SIGKILL');
        await instance.ended;
      }
      const last = start(folder, env);
      await last.url;
      await withDatabase(url, async ({ kysely }) => {
        const left = () => kysely.selectFrom('jobs').select('id').execute();
        // The lease of a killed instance expires after 10 s.
        for (let waited = 0; waited < 300 && (await left()).length > 0; waited++) await sleep(100);
        const events = kysely.selectFrom('events').select('subject').where('type', '=', 'post.published');
        expect((await events.execute()).map(({ subject }) => subject)).to.have.members(ids);
      });
    });
  });

  // Only PostgreSQL has several instances.
  const instances = kind.name === 'PostgreSQL' ? [1, 2] : [1];

  describe(`scheduled publications of ${instances.length} instances (${kind.name})`, () => {
    const startAll = (url: string) => Promise.all(instances.map(() => startTestService(kind, { DATABASE_URL: url })));

    it('are recorded once, also when they were due while no instance ran', async () => {
      const url = await kind.freshUrl('administrator');
      const before = await startAll(url);
      const first = before[0]!;
      const publishAt = new Date(first.clock.now() + HOUR).toISOString();
      const ids = await Promise.all([1, 2, 3].map(() => write(first, { publishAt })));
      // Schedules like a version without jobs.
      await first.database.kysely.deleteFrom('jobs').where('kind', '=', 'publish').execute();
      await Promise.all(before.map(({ close }) => close()));
      const afterwards = await startAll(url);
      const third = afterwards[0]!;
      await until(async () => (await third.database.kysely.selectFrom('jobs').selectAll().execute()).length === 3);
      for (const { clock } of afterwards) clock.advance(HOUR);
      for (const id of ids) await until(async () => (await published(third, id)) > 0);
      await sleep(1200);
      for (const id of ids) expect(await published(third, id)).to.equal(1);
      await Promise.all(afterwards.map(({ close }) => close()));
    });
  });
}
