import { spawnSync } from 'node:child_process';
import { expect } from 'chai';

import { describeService } from './support/service.ts';
import { skip } from './support/skip.ts';
import { openTestStream } from './support/stream.ts';
import { until } from './support/until.ts';
import { insertWebhook } from './support/webhooks.ts';

const METRICS_TOKEN = 'metrics-token';

describeService(
  'metrics',
  (use) => {
    // docs/interface.md, D3
    it('require the metrics token', async () => {
      const { status, headers } = await use().call('GET', '/metrics');
      expect([status, headers.get('www-authenticate')]).to.deep.equal([401, 'Bearer']);
      expect((await use().call('GET', '/metrics', { token: 'wrong-token' })).status).to.equal(401);
      expect((await use().call('GET', '/metrics', { token: use().token })).status).to.equal(401);
      expect((await use().call('GET', '/metrics', { token: METRICS_TOKEN })).status).to.equal(200);
    });

    it('contain durations by route and status, decisions of limits, database time, event loop and buffer', async () => {
      await use().call('GET', '/api/posts');
      await use().call('GET', '/api/posts/nope');
      const { headers, body } = await use().call('GET', '/metrics', { token: METRICS_TOKEN });
      expect(headers.get('content-type')).to.match(/^text\/plain/);
      expect(body).to.match(/octavo_request_seconds_count\{.*route="GET \/api\/posts",status="200"\} 1/);
      expect(body).to.match(/octavo_request_seconds_count\{.*route="GET \/api\/posts\/\{id\}",status="404"\} 1/);
      expect(body).to.match(/octavo_limit_decisions_total\{limit="read:posts.list",decision="passed"\} 1/);
      expect(body).to.match(/octavo_database_seconds_count [1-9]/);
      expect(body).to.match(/octavo_buffered_views 0/);
      expect(body).to.match(/nodejs_eventloop_lag_seconds/);
      // docs/interface.md, D12
      expect(body)
        .to.match(/^octavo_database_up 1$/m)
        .and.to.match(/^octavo_database_bytes [1-9]/m);
      expect(body)
        .to.match(/^octavo_database_wal_bytes [1-9]/m)
        .and.to.match(/^octavo_disk_free_bytes [1-9]/m);
      expect(body).to.not.match(/^octavo_backup/m);
    });

    it('count streams of events as open, and not as long requests', async () => {
      const streams = await Promise.all([
        openTestStream(use().url, use().token),
        fetch(`${use().url}/trpc/events.stream`, { headers: { authorization: `Bearer ${use().token}` } }),
      ]);
      const texts = async () => (await use().call('GET', '/metrics', { token: METRICS_TOKEN })).body as string;
      expect(await texts()).to.match(/octavo_event_streams 2/);
      streams[0].leave();
      await streams[1].body?.cancel();
      await until(() => use().logged.filter(({ route }) => /events.stream/.test(String(route))).length === 2);
      const after = await texts();
      expect(after).to.match(/octavo_event_streams 0/);
      expect(after).to.not.match(/octavo_request_seconds_count\{[^}]*stream/);
    });

    // docs/interface.md, K14
    it('contain the jobs by kind, and the deliveries of webhooks by outcome', async () => {
      const { admin, call, clock, database } = use();
      const at = (milliseconds: number) => new Date(clock.now() + milliseconds).toISOString();
      const job = { kind: 'none', data: '{}', created_at: at(0) };
      await database.kysely
        .insertInto('jobs')
        .values([
          { ...job, id: 'j-due', state: 'waiting', run_at: at(-90_000) },
          { ...job, id: 'j-later', state: 'waiting', run_at: at(90_000) },
          { ...job, id: 'j-failed', state: 'failed', run_at: at(-180_000) },
        ])
        .execute();
      await insertWebhook(use(), 'measured');
      await admin('POST', '/api/admin/webhooks/w-measured/test');
      const read = async () => (await call('GET', '/metrics', { token: METRICS_TOKEN })).body as string;
      await until(async () => (await read()).includes('octavo_webhook_deliveries_total{outcome="failed"} 1'));
      const metrics = await read();
      expect(metrics).to.include('octavo_jobs_waiting{kind="none"} 2');
      expect(metrics).to.include('octavo_jobs_failed{kind="none"} 1');
      expect(metrics).to.include('octavo_jobs_late_seconds{kind="none"} 90');
      const { body } = await admin('GET', '/api/admin/jobs?state=failed');
      expect(body).to.include({ total: 1, waiting: 2, failed: 1, dueSince: at(-90_000) });
    });
  },
  { METRICS_TOKEN },
);

describeService(
  'the format of metrics',
  (use) => {
    it('passes the check of Prometheus', async function () {
      if (spawnSync('promtool', ['--version']).status !== 0) skip(this, 'there is no promtool');
      const { body } = await use().call('GET', '/metrics', { token: METRICS_TOKEN });
      const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
        input: body as string,
        encoding: 'utf8',
      });
      expect({ status, text: `${stdout}${stderr}` }).to.deep.equal({ status: 0, text: '' });
    });
  },
  { METRICS_TOKEN },
);

describeService('metrics without a token configured', (use) => {
  it('do not exist', async () => {
    expect((await use().call('GET', '/metrics')).status).to.equal(404);
  });
});
