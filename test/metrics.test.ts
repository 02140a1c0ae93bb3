import { expect } from 'chai';

import { describeService } from './support/service.ts';

const METRICS_TOKEN = 'metrics-token';

describeService(
  'metrics',
  (use) => {
    // docs/interface.md, D3
    it('are for whoever shows the metrics token', async () => {
      const { status, headers } = await use().call('GET', '/metrics');
      expect([status, headers.get('www-authenticate')]).to.deep.equal([401, 'Bearer']);
      expect((await use().call('GET', '/metrics', { token: 'wrong-token' })).status).to.equal(401);
      expect((await use().call('GET', '/metrics', { token: use().token })).status).to.equal(401);
      expect((await use().call('GET', '/metrics', { token: METRICS_TOKEN })).status).to.equal(200);
    });

    it('tell durations by route and status, decisions of limits, database time, event loop and buffer', async () => {
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
    });
  },
  { METRICS_TOKEN },
);

describeService('metrics without a token configured', (use) => {
  it('are not there', async () => {
    expect((await use().call('GET', '/metrics')).status).to.equal(404);
  });
});
