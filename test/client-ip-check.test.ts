import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect } from 'chai';

import { examineClientIp, sendMadeUpIps } from '../server/operations/doctor/client-ip.ts';
import { databaseKinds } from './support/databases.ts';
import { HEADER, startProxy, treatments, VISITOR, type Proxy } from './support/proxy.ts';
import { startTestService, type TestService } from './support/service.ts';

const MADE_UP = '203.0.113.77';

describe('a proxy and the client IP header', function () {
  let service: TestService;
  let proxy: Proxy;
  /** The URL of the service through the proxy. */
  let site: string;
  beforeEach(async () => {
    service = await startTestService(databaseKinds[0]!);
    proxy = await startProxy(service.url);
    site = `http://127.0.0.1:${proxy.port}`;
  });
  afterEach(async () => {
    proxy.close();
    await service.close();
  });

  const arrive = async (headers: Record<string, string> = {}, token = service.token) => {
    const answer = await fetch(`${site}/api/admin/client-ip`, {
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
    expect(answer.headers.get('cache-control')).to.equal('no-store');
    return (await answer.json()) as { clientIp: string; viaProxy: boolean; header: { name: string; values: number } };
  };

  const expected: Record<keyof typeof treatments, { clientIp: string; values: number }> = {
    'passes it on': { clientIp: MADE_UP, values: 1 },
    'overwrites it': { clientIp: VISITOR, values: 1 },
    'takes it away': { clientIp: '127.0.0.1', values: 0 },
    'adds a second one': { clientIp: '127.0.0.1', values: 2 },
  };
  for (const [what, change] of Object.entries(treatments)) {
    // docs/interface.md, D7
    it(`that ${what}: the administrator sees the client IP that the service received`, async () => {
      proxy.treat(change);
      const { clientIp, values } = expected[what as keyof typeof treatments];
      expect(await arrive({ [HEADER]: MADE_UP })).to.deep.equal({
        ok: true,
        clientIp,
        viaProxy: true,
        header: { name: HEADER, values },
      });
    });

    it(`that ${what}: doctor reports whether a made-up client IP is accepted`, async () => {
      proxy.treat(change);
      const { level, text } = await sendMadeUpIps(site, HEADER);
      expect({ level, text }).to.deep.include({ level: what === 'passes it on' ? 'problem' : 'ok' });
      if (level !== 'problem') return;
      for (const remedy of ['proxy_set_header', 'header_up', 'RequestHeader set']) expect(text).to.include(remedy);
    });
  }

  it('is reported to the administrator only', async () => {
    proxy.treat(treatments['passes it on']);
    const answer = await arrive({ [HEADER]: MADE_UP }, 'A'.repeat(43));
    expect(answer).to.include({ ok: false, code: 'UNAUTHORIZED' });
    expect(JSON.stringify(answer)).to.not.include(MADE_UP);
  });

  it('is not checked by doctor without a proxy', async () => {
    const finding = await examineClientIp(service.url, HEADER);
    expect(finding).to.include({ level: 'ok' });
    expect(finding.text).to.include('is on this machine');
  });

  it('cannot be checked by doctor when another service responds', async () => {
    expect(await sendMadeUpIps('http://127.0.0.1:9', HEADER)).to.include({ level: 'warning' });
    const stranger = createServer((_, res) => res.end('not ours')).listen(0, '127.0.0.1');
    await once(stranger, 'listening');
    const { level, text } = await sendMadeUpIps(`http://127.0.0.1:${(stranger.address() as AddressInfo).port}`, HEADER);
    stranger.close();
    expect(level).to.equal('warning');
    expect(text).to.include('sends no RateLimit headers');
  });

  describe('in the log and on the Health screen', () => {
    const warnings = () => service.logged.filter(({ msg }) => /with some requests only/.test(String(msg)));
    const notices = async () =>
      ((await service.admin('GET', '/api/admin/health')).body.notices as string[]).filter(
        (one) => one !== 'BACKUP_OFF',
      );
    const visit = async (headers: Record<string, string> = {}, path = '/api/site') => {
      const { port } = new URL(site);
      const sent = { host: 'blog.example', ...headers };
      const visiting = request({ host: '127.0.0.1', port, path, headers: sent }).end();
      const [answer] = (await once(visiting, 'response')) as [IncomingMessage];
      answer.resume();
      await once(answer, 'end');
    };

    it('is reported when it sends the header only with some requests', async () => {
      proxy.treat(treatments['passes it on']);
      await visit();
      await visit();
      expect(await notices()).to.deep.equal([]);
      await visit({ [HEADER]: MADE_UP });
      await visit();
      await visit({ [HEADER]: MADE_UP });
      expect(warnings()).to.have.length(1);
      expect(await notices()).to.deep.equal(['CLIENT_IP_UNCHECKED']);
      service.clock.advance(60 * 60 * 1000);
      await service.signIn();
      expect(await notices()).to.deep.equal([]);
    });

    it('is accepted if it overwrites the header; health checks without a header do not matter', async () => {
      proxy.treat((headers) => (headers.host === 'blog.example' ? treatments['overwrites it'](headers) : headers));
      await visit({ [HEADER]: MADE_UP });
      for (const host of ['127.0.0.1:3000', 'localhost', '[::1]:3000', 'octavo:3000', '10.0.0.7']) {
        await visit({ host });
        await visit({ host }, '/healthz');
      }
      expect(warnings()).to.deep.equal([]);
      expect(await notices()).to.deep.equal([]);
    });
  });
});
