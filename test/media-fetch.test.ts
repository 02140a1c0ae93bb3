import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import { expect } from 'chai';

import type { MediaShape } from '../routers/media/schemas.ts';
import { fetchFile } from '../server/background/media-fetch/fetch-file.ts';
import { expectRefusal } from './support/comments.ts';
import { reachFileHost, startFileHost, type FileHost } from './support/file-host.ts';
import { photo } from './support/files.ts';
import { newFolder } from './support/run.ts';
import { describeService, itOnSqlite, type TestService } from './support/service.ts';
import { until } from './support/until.ts';

const MiB = 1024 * 1024;

interface FetchState {
  state: string;
  done: number;
  total: number;
  results: { url: string; media?: MediaShape; error?: string }[];
}

async function start({ admin }: TestService, urls: string[]): Promise<string> {
  const { status, body, headers } = await admin('POST', '/api/media/fetch', { urls });
  expect([status, headers.get('location')]).to.deep.equal([202, `/api/media/fetch/${body.id}`]);
  return body.id as string;
}

async function stateOf({ admin }: TestService, id: string): Promise<FetchState> {
  const { status, body } = await admin('GET', `/api/media/fetch/${id}`);
  expect(status).to.equal(200);
  return body as FetchState;
}

async function ended(service: TestService, id: string): Promise<FetchState> {
  await until(async () => (await stateOf(service, id)).state !== 'running');
  return stateOf(service, id);
}

// docs/interface.md, M25, M26, M27
describeService.onBothEngines('files that are fetched from other hosts', (use, engine) => {
  const itOnce = itOnSqlite(engine);
  let host: FileHost;
  let inside: FileHost;
  let end: () => void;
  before(async () => {
    end = reachFileHost();
    host = await startFileHost();
    inside = await startFileHost('127.0.0.1');
    inside.files.set('/secret.jpg', await photo('jpeg'));
  });
  after(async () => {
    end();
    await Promise.all([host.close(), inside.close()]);
  });

  itOnce('are in the library afterwards, each once, and the others have a sentence', async () => {
    const bytes = await photo('jpeg', 1, 7);
    const redirect = (to: string) => (response: import('node:http').ServerResponse) =>
      response.writeHead(302, { location: to }).end();
    host.files.set('/a%20harbour.jpg', bytes);
    host.files.set('/again.jpg', bytes);
    host.files.set('/moved.jpg', redirect('/a%20harbour.jpg'));
    host.files.set('/page.jpg', '<!doctype html><title>Not found</title>');
    host.files.set('/broken.jpg', (response) =>
      response.writeHead(200, { 'content-length': '9' }).write('x', () => response.destroy()),
    );
    host.files.set('/error.jpg', (response) => response.writeHead(500).end());
    host.files.set('/inside.jpg', redirect(`${inside.url}/secret.jpg`));
    host.files.set('/metadata.jpg', redirect('http://169.254.169.254/latest/meta-data/'));
    host.files.set('/file.jpg', redirect('file:///etc/passwd'));
    host.files.set('/circle.jpg', redirect('/circle.jpg'));
    host.files.set('/large.jpg', (response) => {
      response.writeHead(200, { 'content-length': 21 * MiB }).write(bytes);
    });
    host.files.set('/endless.jpg', (response) => {
      const more = () => response.destroyed || response.write(Buffer.alloc(MiB), more);
      more();
    });
    const results: [path: string, result: RegExp | 'file'][] = [
      [`${host.url}/a%20harbour.jpg`, 'file'],
      [`${host.url}/again.jpg`, 'file'],
      [`${host.url}/moved.jpg`, 'file'],
      [`${host.url}/none.jpg`, /^The server answered 404: there is no such file\.$/],
      [`${host.url}/page.jpg`, /^Only JPEG, PNG, .* files can be uploaded\.$/],
      [`${host.url}/broken.jpg`, /^The server could not be reached, or broke off \(ECONNRESET\)\.$/],
      [`${host.url}/error.jpg`, /^The server answered 500\.$/],
      [
        `${host.url}/inside.jpg`,
        /^Its address is one of this machine or a private network, which are never fetched\.$/,
      ],
      [`${host.url}/metadata.jpg`, /^Its address is one of this machine/],
      [`${host.url}/file.jpg`, /^It redirects to something else than http and https\.$/],
      [`${host.url}/circle.jpg`, /^It redirects more than 5 times\.$/],
      [`${host.url}/large.jpg`, /^It is larger than 20 MiB\.$/],
      [`${host.url}/endless.jpg`, /^It is larger than 20 MiB\.$/],
      [`${inside.url}/secret.jpg`, /^Its address is one of this machine/],
      ['http://localhost/a.jpg', /^Its address is one of this machine/],
      ...['[::ffff:127.0.0.1]', '0.0.0.0', '2130706433', '0177.0.0.1', '[64:ff9b::7f00:1]'].map(
        (name) => [`http://${name}:1/a.jpg`, /^Its address is one of this machine/] as [string, RegExp],
      ),
      ['http://[fd00:ec2::254]/a.jpg', /^Its address is one of this machine/],
      ['http://168.63.129.16/machine', /^Its address is one of this machine/],
      ['http://nowhere.invalid/a.jpg', /^Its host was not found\.$/],
    ];
    const id = await start(
      use(),
      results.map(([url]) => url),
    );
    const { state, done, total, results: found } = await ended(use(), id);
    expect([state, done, total]).to.deep.equal(['done', results.length, results.length]);
    expect(found.map(({ url }) => url)).to.deep.equal(results.map(([url]) => url));
    for (const [at, [url, result]] of results.entries()) {
      if (result === 'file') expect(found[at]!.media, url).to.include({ kind: 'image', mime: 'image/jpeg' });
      else expect(found[at]!.error, url).to.match(result);
    }
    expect(inside.read).to.deep.equal([]);
    expect(new Set(found.slice(0, 3).map(({ media }) => media!.id)).size, 'the same bytes are one file').to.equal(1);
    const { body } = await use().admin('GET', '/api/media?pageSize=100');
    expect(body.total).to.equal(1);
    expect(['a harbour.jpg', 'again.jpg', 'moved.jpg']).to.include(body.media[0].name);
  });

  it('are fetched one request at a time, and cancelled', async () => {
    let isRead = false;
    host.files.set('/slow.jpg', () => (isRead = true));
    const id = await start(use(), [`${host.url}/slow.jpg`, `${host.url}/slow.jpg`]);
    await until(() => isRead);
    expectRefusal(
      await use().admin('POST', '/api/media/fetch', { urls: ['https://x.example/a.jpg'] }),
      409,
      'FETCH_RUNNING',
    );
    expect(await stateOf(use(), id)).to.deep.include({ state: 'running', done: 0, total: 1, results: [] });
    expect((await use().admin('DELETE', `/api/media/fetch/${id}`)).body).to.deep.equal({ ok: true, id });
    expect(await stateOf(use(), id)).to.include({ state: 'cancelled', done: 0 });
    const next = await start(use(), [`${host.url}/none.jpg`]);
    expect((await ended(use(), next)).state).to.equal('done');
    await use().admin('DELETE', `/api/media/fetch/${next}`);
    expect((await stateOf(use(), next)).state, 'one that has ended stays so').to.equal('done');
  });

  itOnce('needs 1 to 500 URLs without credentials', async () => {
    const url = 'https://x.example/a.jpg';
    for (const urls of [
      [],
      Array.from({ length: 501 }, (_, at) => url + at),
      ['ftp://x.example/a'],
      ['https://a:b@x.example/'],
      [`${url} `.repeat(2)],
    ]) {
      expectRefusal(await use().admin('POST', '/api/media/fetch', { urls }), 400, 'BAD_REQUEST');
    }
    for (const method of ['GET', 'DELETE']) {
      expectRefusal(await use().admin(method, '/api/media/fetch/mf-none'), 404, 'NOT_FOUND');
    }
  });

  it('name files that were deleted since', async () => {
    host.files.set('/gone.jpg', await photo('jpeg', 1, 8));
    const id = await start(use(), [`${host.url}/gone.jpg`]);
    const [result] = (await ended(use(), id)).results;
    await use().admin('DELETE', `/api/media/${result!.media!.id}`);
    expect((await stateOf(use(), id)).results).to.deep.equal([
      { url: `${host.url}/gone.jpg`, error: 'The file was deleted since.' },
    ]);
  });
});

describe('a fetched file', () => {
  let host: FileHost;
  let end: () => void;
  before(async () => {
    end = reachFileHost();
    host = await startFileHost();
  });
  after(async () => {
    end();
    await host.close();
  });

  it('is given up when the server stalls', async () => {
    host.files.set('/stalled.jpg', (response) => response.writeHead(200).write('x'));
    const file = join(await newFolder(), 'file');
    const failure = await fetchFile(`${host.url}/stalled.jpg`, file, {
      signal: new AbortController().signal,
      timeout: 300,
    }).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(Error).with.property('message', 'It took longer than 0.3 s.');
    expect((await stat(file)).size).to.be.at.most(1);
  });
});
