import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer as createTlsServer } from 'node:https';
import { createServer, type AddressInfo, type LookupFunction, type Socket } from 'node:net';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import { expect } from 'chai';

import { send, type SendOptions } from '../server/background/webhooks/send.ts';
import { startReceiver, type Receiver } from './support/receiver.ts';
import { newFolder } from './support/run.ts';
import { describeService } from './support/service.ts';

const BLOCKED = 'The URL leads to an address of this machine or a private network; see WEBHOOK_PRIVATE.';

/** A name server that answers with these addresses. */
function resolveTo(...addresses: string[]): LookupFunction {
  return (_host, { all }, callback) => {
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    if (all) callback(null, found);
    else callback(null, found[0]!.address, found[0]!.family);
  };
}

function sendTo(url: string, options: Partial<SendOptions> = {}) {
  const message = { url, headers: { 'content-type': 'application/json' }, body: '{"type":"test","data":{}}' };
  return send(message, { allowsPrivate: false, signal: new AbortController().signal, ...options });
}

describe('targets of webhooks', () => {
  let receiver: Receiver;
  let port: string;
  const open: { close(): unknown }[] = [];

  before(async () => {
    receiver = await startReceiver();
    ({ port } = new URL(receiver.url));
  });
  after(() => receiver.close());
  afterEach(() => {
    receiver.received.length = 0;
    for (const one of open.splice(0)) one.close();
  });

  /** A server that does something to each connection. */
  async function listenWith(handle: (socket: Socket) => void): Promise<string> {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      open.push({ close: () => socket.destroy() });
      handle(socket);
    });
    open.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }

  // docs/interface.md, K30
  it('are refused when the connection is made, in every form of the address and after DNS rebinding', async () => {
    const urls = [
      `http://127.0.0.1:${port}/`,
      `http://2130706433:${port}/`,
      `http://[::ffff:127.0.0.1]:${port}/`,
      `http://[::1]:${port}/`,
      `http://0.0.0.0:${port}/`,
      `http://localhost:${port}/`,
      `https://127.0.0.1:${port}/`,
      `https://localhost:${port}/`,
    ];
    for (const url of urls) expect((await sendTo(url)).error, url).to.equal(BLOCKED);
    for (const address of [
      '127.0.0.1',
      '10.1.2.3',
      '169.254.169.254',
      '::ffff:10.0.0.1',
      '::ffff:0:127.0.0.1',
      'fd00::1',
      'fe80::1',
      '64:ff9b::a00:1',
    ]) {
      const lookup = resolveTo(address);
      for (const scheme of ['http', 'https']) {
        const { error } = await sendTo(`${scheme}://rebound.example:${port}/`, { lookup });
        expect(error, `${scheme} ${address}`).to.equal(BLOCKED);
      }
    }
    expect(receiver.received).to.deep.equal([]);
  });

  it('may be private where this is allowed', async () => {
    const lookup = resolveTo('127.0.0.1');
    const { status } = await sendTo(`http://receiver.example:${port}/in?a=b`, { allowsPrivate: true, lookup });
    expect(status).to.equal(204);
    const [{ path, headers }] = receiver.received as [(typeof receiver.received)[0]];
    expect([path, headers['host']]).to.deep.equal(['/in?a=b', `receiver.example:${port}`]);
  });

  it('are verified by their certificate', async function () {
    const folder = await newFolder();
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const name = ['-subj', '/CN=receiver.example', '-addext', 'subjectAltName=DNS:receiver.example'];
    const args = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '2',
      ...name,
    ];
    await promisify(execFile)('openssl', [...args, '-keyout', key, '-out', cert]);
    const options = { key: await readFile(key), cert: await readFile(cert) };
    const server = createTlsServer(options, (_request, response) => response.end('safe'));
    open.push({ close: () => (server.closeAllConnections(), server.close()) });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = (host: string) => `https://${host}:${(server.address() as AddressInfo).port}/`;
    const allowed = { allowsPrivate: true, lookup: resolveTo('127.0.0.1') };
    expect((await sendTo(url('receiver.example'), allowed)).error).to.match(/self-signed/);
    const known = getCACertificates();
    setDefaultCACertificates([...known, options.cert.toString()]);
    try {
      expect(await sendTo(url('receiver.example'), allowed)).to.deep.equal({
        status: 200,
        answer: 'safe',
        error: null,
      });
      expect((await sendTo(url('other.example'), allowed)).error).to.match(/altnames/);
    } finally {
      setDefaultCACertificates(known);
    }
  });

  // docs/interface.md, K25
  it('that redirect, refuse, break off, never answer or never end: each attempt ends, and says why', async () => {
    const allowed = { allowsPrivate: true };
    receiver.answer((response) => void response.writeHead(307, { location: receiver.url }).end());
    const redirected = await sendTo(receiver.url, allowed);
    expect([redirected.status, redirected.error]).to.deep.equal([
      307,
      'The receiver redirected (307); set the webhook to its new URL.',
    ]);
    expect(receiver.received).to.have.length(1);

    const closed = await startReceiver();
    await closed.close();
    expect((await sendTo(closed.url, allowed)).error).to.equal('The connection was refused.');

    const broken = await listenWith((socket) => socket.once('data', () => socket.destroy()));
    expect((await sendTo(broken, allowed)).error).to.equal('The connection was interrupted before a response.');

    const silent = await listenWith(() => undefined);
    const { status, error } = await sendTo(silent, { ...allowed, timeout: 50 });
    expect([status, error]).to.deep.equal([null, 'There was no response within 15 seconds.']);

    const endless = await listenWith((socket) => {
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'));
    });
    expect(await sendTo(endless, { ...allowed, timeout: 100 })).to.deep.equal({
      status: 200,
      answer: 'half',
      error: null,
    });

    receiver.answer((response) => {
      const write = () => {
        while (response.write('ä'.repeat(50_000)));
        response.once('drain', write);
      };
      write();
    });
    const huge = await sendTo(receiver.url, allowed);
    expect(huge).to.deep.equal({ status: 200, answer: 'ä'.repeat(500), error: null });
  });
});

describeService('URLs of webhooks', (use) => {
  const create = (url: string) => use().admin('POST', '/api/admin/webhooks', { url, events: ['post.published'] });

  // docs/interface.md, K30
  it('must be public, of HTTP, and without credentials', async () => {
    for (const host of [
      '127.0.0.1',
      '127.1',
      '0x7f000001',
      '10.0.0.1',
      '172.16.0.1:8080',
      '192.168.1.1',
      '169.254.169.254',
      '0.0.0.0',
      '100.64.0.1',
      '[::1]',
      '[::]',
      '[fe80::1]',
      '[fd12::1]',
      '[::ffff:192.168.0.1]',
      '[64:ff9b::7f00:1]',
      'localhost',
      'a.localhost',
      'localhost.',
    ]) {
      const { status, body } = await create(`https://${host}/hook`);
      expect([status, body.error], host).to.deep.equal([
        400,
        '"url" must not be an address of this machine or a private network; use a public one, or set WEBHOOK_PRIVATE=allow.',
      ]);
    }
    for (const [url, sentence] of [
      ['ftp://a.example/', '"url" must be a URL that begins with https:// or http://.'],
      ['hook', '"url" must be a URL that begins with https:// or http://.'],
      ['https://user:pass@a.example/', '"url" must not contain a user name or password.'],
      [`https://a.example/${'x'.repeat(2000)}`, '"url" must have at most 2000 characters.'],
    ] as const) {
      const { status, body } = await create(url);
      expect([status, body.error]).to.deep.equal([400, sentence]);
    }
    expect((await create('https://8.8.8.8/hook')).status).to.equal(201);
    const { body } = await create('https://hooks.example:8443/hook');
    const moved = { url: 'http://192.168.0.1/' };
    expect((await use().admin('PUT', `/api/admin/webhooks/${body.webhook.id}`, moved)).status).to.equal(400);
  });
});
