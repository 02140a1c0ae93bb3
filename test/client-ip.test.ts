import type { IncomingMessage } from 'node:http';
import { expect } from 'chai';
import { pino } from 'pino';

import { readConfig } from '../server/config/config.ts';
import { truncateIp } from '../routers/base/truncate-ip.ts';
import { clientIpReader } from '../server/http/client-ip.ts';
import { request, sendRaw } from './support/raw.ts';
import { describeService } from './support/service.ts';

interface Asked {
  /** The peer address of the connection. */
  from: string | undefined;
  headers?: Record<string, string | string[]>;
}

/** A reader for this environment, and its log. */
function readerFor(env: Record<string, string> = {}) {
  const logged: Record<string, unknown>[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => logged.push(JSON.parse(line) as Record<string, unknown>) });
  const reader = clientIpReader(readConfig(env), log);
  const read = ({ from, headers = {} }: Asked) =>
    reader({ socket: { remoteAddress: from }, headers } as unknown as IncomingMessage);
  return { read, logged };
}

const CDN = 'cf-connecting-ip';

describe('client IP', () => {
  for (const from of [
    '127.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.0.9',
    'fd00::1',
    'fe80::1%eth0',
    '169.254.1.1',
  ]) {
    // docs/interface.md, L9
    it(`reads the header from the trusted connection ${from}`, () => {
      expect(readerFor().read({ from, headers: { [CDN]: '203.0.113.7' } })).to.equal('203.0.113.7');
    });
  }

  for (const from of ['203.0.113.1', '172.32.0.1', '::ffff:8.8.8.8', '2001:db8::1', '100.64.0.1']) {
    it(`ignores the header from ${from}, which is not trusted`, () => {
      const address = readerFor().read({ from, headers: { [CDN]: '203.0.113.7', 'x-forwarded-for': '203.0.113.8' } });
      expect(address).to.equal(from.replace('::ffff:', ''));
    });
  }

  it('trusts exactly the configured ranges', () => {
    const { read } = readerFor({ TRUSTED_PROXIES: '203.0.113.0/24, 2001:db8::/32' });
    const headers = { [CDN]: '198.51.100.1' };
    expect(read({ from: '203.0.113.200', headers })).to.equal('198.51.100.1');
    expect(read({ from: '::ffff:203.0.113.200', headers })).to.equal('198.51.100.1');
    expect(read({ from: '2001:db8:1::1', headers })).to.equal('198.51.100.1');
    for (const from of ['127.0.0.1', '10.0.0.1', '203.0.114.1', '2001:db9::1']) {
      expect(read({ from, headers })).to.equal(from);
    }
  });

  it('reads only the header that CLIENT_IP_HEADER names', () => {
    const { read } = readerFor({ CLIENT_IP_HEADER: 'X-Real-IP' });
    const headers = { [CDN]: '203.0.113.7', 'x-real-ip': '203.0.113.9' };
    expect(read({ from: '127.0.0.1', headers })).to.equal('203.0.113.9');
    expect(read({ from: '127.0.0.1', headers: { [CDN]: '203.0.113.7' } })).to.equal('127.0.0.1');
  });

  it('reads X-Forwarded-For, Forwarded and X-Real-IP only if configured', () => {
    const headers = { 'x-forwarded-for': '203.0.113.7', forwarded: 'for=203.0.113.7', 'x-real-ip': '203.0.113.7' };
    expect(readerFor().read({ from: '127.0.0.1', headers })).to.equal('127.0.0.1');
  });

  const spellings: Record<string, string[]> = {
    '192.0.2.1': ['192.0.2.1', '::ffff:192.0.2.1', '::FFFF:C000:201', '0:0:0:0:0:ffff:192.0.2.1', ' 192.0.2.1 '.trim()],
    '2001:db8::1': ['2001:db8::1', '2001:DB8:0:0:0:0:0:1', '2001:0db8::0001', '2001:db8::1%eth0'],
    'fe80::1': ['fe80::1%25en0', 'FE80::1%1'],
  };
  for (const [address, written] of Object.entries(spellings)) {
    // docs/interface.md, L10
    it(`normalizes ${written.join(' and ')}`, () => {
      const { read } = readerFor();
      const all = written.flatMap((text) => [
        read({ from: '127.0.0.1', headers: { [CDN]: text } }),
        read({ from: text.replace('%25', '%'), headers: {} }),
      ]);
      expect(new Set(all)).to.deep.equal(new Set([address]));
    });
  }

  const invalid = [
    '',
    'unknown',
    '1',
    '0x7f.1',
    '192.0.2.256',
    '192.0.2.1:80',
    '[::1]',
    '192.0.2.1, 192.0.2.2',
    '01.02.03.04x',
    'a::b::c',
    '192.0.2.1\u00a0',
  ];
  for (const value of [...invalid, ['192.0.2.1', '192.0.2.2']]) {
    it(`rejects ${JSON.stringify(value)}`, () => {
      expect(readerFor().read({ from: '127.0.0.1', headers: { [CDN]: value } })).to.equal('127.0.0.1');
    });
  }

  it('trusts an IP address without a range, and not the next one', () => {
    const { read } = readerFor({ TRUSTED_PROXIES: '203.0.113.6, 2001:db8::6' });
    const headers = { [CDN]: '198.51.100.1' };
    for (const from of ['203.0.113.6', '2001:db8::6']) expect(read({ from, headers })).to.equal('198.51.100.1');
    for (const from of ['203.0.113.7', '2001:db8::7']) expect(read({ from, headers })).to.equal(from);
  });

  it('warns once when a trusted proxy sends no header, and not for requests from the machine itself', () => {
    const { read, logged } = readerFor();
    read({ from: '127.0.0.1' });
    read({ from: '203.0.113.1' });
    expect(logged).to.deep.equal([]);
    read({ from: '10.0.0.1' });
    read({ from: '10.0.0.2' });
    expect(logged.map(({ msg }) => msg)).to.have.length(1);
    expect(logged[0]?.msg).to.match(/trusted proxy/);
  });

  it('is unknown for a closed connection', () => {
    expect(readerFor().read({ from: undefined })).to.equal('unknown');
  });

  it('is truncated to /24 or /48 in the log', () => {
    const networks = {
      '192.0.2.77': '192.0.2.0/24',
      '2001:db8:1234:5678::9': '2001:db8:1234::/48',
      '2001:db8::1': '2001:db8:0::/48',
      '::1': '0:0:0::/48',
      unknown: 'unknown',
    };
    for (const [address, network] of Object.entries(networks)) expect(truncateIp(address)).to.equal(network);
  });
});

describeService('client IP over HTTP', (use) => {
  it('ignores a header that is sent twice', async () => {
    const { logged, url } = use();
    const lines = ['Host: a', 'CF-Connecting-IP: 192.0.2.1', 'CF-Connecting-IP: 192.0.2.2'];
    await sendRaw(url, request('GET /api/posts HTTP/1.1', ...lines));
    await sendRaw(url, request('GET /api/site HTTP/1.1', 'Host: a', 'CF-Connecting-IP: 192.0.2.1'));
    expect(logged.slice(-2).map(({ client }) => client)).to.deep.equal(['127.0.0.0/24', '192.0.2.0/24']);
  });
});
