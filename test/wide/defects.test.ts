import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';

import { expect } from 'chai';

import { runOctavo } from '../support/cli.ts';
import { newFolder } from '../support/run.ts';
import { PASSWORD } from '../support/service.ts';
import { cleanUp, lineOf, start, type Started } from '../support/started.ts';

const NODE_OPTIONS = `--import=${fileURLToPath(new URL('../support/provoked.mjs', import.meta.url))}`;
const METRICS_TOKEN = 'token-of-the-metrics';
const COMMENT = JSON.stringify({ author: 'Ann', content: 'in flight' });

/** A service in which errors are provoked by `test/support/provoked.mjs`. */
async function startProvoked(env: Record<string, string> = {}): Promise<Started & { at: string; folder: string }> {
  const folder = await newFolder();
  const service = start(folder, { NODE_OPTIONS, ADMIN_PASSWORD: PASSWORD, METRICS_TOKEN, SITE: 'on', ...env });
  return { ...service, at: await service.url, folder };
}

async function unhandledIn(url: string): Promise<number> {
  const metrics = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  return Number(/^octavo_unhandled_rejections_total (\d+)$/m.exec(await metrics.text())?.[1]);
}

async function sendJson(url: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

async function signIn(url: string): Promise<Record<string, string>> {
  const { token } = (await (await sendJson(`${url}/api/admin/login`, { password: PASSWORD })).json()) as {
    token: string;
  };
  return { authorization: `Bearer ${token}` };
}

describe('errors that nothing handles', () => {
  after(cleanUp);

  it('are logged and counted if they are rejections, and the service goes on', async () => {
    const service = await startProvoked();
    expect(await unhandledIn(service.at)).to.equal(0);
    service.process.kill('SIGUSR2');
    const line = JSON.parse(await lineOf(service, /a provoked rejection/)) as { level: number; err: { stack: string } };
    expect(line.level).to.equal(50);
    expect(line.err.stack).to.include('provoked.mjs');
    expect(await unhandledIn(service.at)).to.equal(1);
    expect((await fetch(`${service.at}/readyz`)).status).to.equal(200);
    service.process.kill('SIGTERM');
    expect(await service.ended).to.equal(0);
  });

  it('end the process with code 1 if they are exceptions, after running writes', async () => {
    const service = await startProvoked();
    const { hostname, port } = new URL(service.at);
    const socket = connect(Number(port), hostname);
    const head = ['POST /api/posts/gb-note/comments HTTP/1.1', 'Host: a', 'Content-Type: application/json'];
    socket.write([...head, `Content-Length: ${COMMENT.length}`, 'Expect: 100-continue', '', ''].join('\r\n'));
    await once(socket, 'data');
    service.process.kill('SIGHUP');
    const line = JSON.parse(await lineOf(service, /a provoked exception/)) as { level: number; err: { stack: string } };
    expect(line.level).to.equal(60);
    expect(line.err.stack).to.include('provoked.mjs');
    socket.write(COMMENT);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).to.match(/^HTTP\/1\.1 201 /);
    expect(await service.ended).to.equal(1);
    expect(service.errors()).to.equal('');
    const again = start(service.folder, { SITE: 'on' });
    const comments = await fetch(`${await again.url}/api/posts/gb-note/comments`);
    expect(await comments.text()).to.include('in flight');
    again.process.kill('SIGTERM');
    expect(await again.ended).to.equal(0);
  });

  for (const PROVOKE of ['rejections', 'exceptions']) {
    it(`end no more than their thread if they are its ${PROVOKE}, and what waits for it is answered`, async () => {
      const service = await startProvoked({ PROVOKE });
      const headers = await signIn(service.at);
      await sendJson(`${service.at}/api/posts`, { title: 'Post', id: 'post', content: 'Some *text*' }, headers);
      // The threads that read, write and render.
      const answers = [
        await fetch(`${service.at}/api/admin/posts?search=text`, { headers }),
        await sendJson(`${service.at}/api/posts/bulk`, { action: 'delete', ids: ['post'] }, headers),
        await fetch(`${service.at}/posts/post`),
      ];
      expect(answers.map(({ status }) => status)).to.deep.equal([503, 503, 200]);
      const posts = await fetch(`${service.at}/api/posts`);
      expect(((await posts.json()) as { posts: unknown[] }).posts).to.have.length(1);
      expect((await fetch(`${service.at}/readyz`)).status).to.equal(200);
      service.process.kill('SIGTERM');
      expect(await service.ended).to.equal(0);
    });
  }

  it('end a command with one sentence and code 1', async () => {
    const { PATH = '' } = process.env;
    const env = { PATH, HOME: await newFolder(), NODE_OPTIONS, PROVOKE: 'command', OCTAVO_URL: 'http://127.0.0.1:1' };
    const outcome = await runOctavo(['posts', 'list'], '', env);
    expect(outcome).to.deep.equal({ code: 1, stdout: '', stderr: 'a provoked rejection\n' });
  });
});
