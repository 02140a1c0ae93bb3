import { existsSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';

import { runOctavo } from '../support/cli.ts';
import { newFolder } from '../support/run.ts';
import { until } from '../support/until.ts';
import { cleanUp, lineOf, start } from '../support/started.ts';

describe('a Unix socket', () => {
  after(cleanUp);

  async function ask(socketPath: string, path: string, headers: Record<string, string> = {}) {
    const [answer] = (await once(
      request({ socketPath, path, headers: { host: 'blog.example', ...headers } }).end(),
      'response',
    )) as [IncomingMessage];
    return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
  }

  // docs/interface.md, D13
  it('is served for its owner and group, counts as a trusted proxy, and is removed at the end', async () => {
    const folder = await newFolder();
    const path = join(folder, 'octavo.sock');
    const service = start(folder, { HOST: `unix:${path}` });
    await service.url.catch(() => undefined);
    expect(service.output()).to.include(`Octavo serves unix:${path}\n`);
    await lineOf(service, /CLIENT_IP_HEADER is not set/);
    expect((await stat(path)).mode & 0o777).to.equal(0o660);
    expect((await ask(path, '/readyz')).status).to.equal(200);
    const left = async (ip: string) =>
      (await ask(path, '/api/site', { 'cf-connecting-ip': ip })).headers['ratelimit-remaining'];
    expect(await left('192.0.2.1')).to.equal(await left('192.0.2.2'));
    const octavo = (...args: string[]) =>
      runOctavo(args, '', {
        PATH: process.env['PATH'] ?? '',
        HOST: `unix:${path}`,
        DATABASE_URL: `sqlite:${folder}/data/blog.db`,
      });
    const status = JSON.parse((await octavo('status', '--json')).stdout);
    expect(status).to.include({ ok: true, url: `unix:${path}`, pid: service.process.pid });
    expect((await octavo('doctor')).stdout).to.match(
      /^warning {2}client ip +HOST is a Unix socket, and CLIENT_IP_HEADER is not set/m,
    );

    const second = start(await newFolder(), { HOST: `unix:${path}` });
    void second.url.catch(() => undefined);
    expect(await second.ended).to.equal(1);
    expect(second.errors()).to.equal(
      `HOST names ${path}, on which another process listens; stop it, or choose another path.\n`,
    );
    expect((await ask(path, '/readyz')).status).to.equal(200);

    service.process.kill('SIGTERM');
    expect(await service.ended).to.equal(0);
    expect(existsSync(path)).to.equal(false);
  });

  // docs/interface.md, D13
  it('replaces one that a killed process left, and nothing else', async () => {
    const folder = await newFolder();
    const path = join(folder, 'octavo.sock');
    const env = { HOST: `unix:${path}`, CLIENT_IP_HEADER: 'X-Real-IP' };
    const killed = start(folder, env);
    await killed.url;
    killed.process.kill('SIGKILL');
    await killed.ended;
    expect(existsSync(path)).to.equal(true);
    const service = start(folder, env);
    await service.url;
    expect(service.output()).to.not.include('CLIENT_IP_HEADER is not set');
    // After a kill, the file is checked first.
    await until(async () => (await ask(path, '/readyz')).status === 200);
    await cleanUp();

    for (const [host, sentence] of [
      [join(folder, 'file'), /^HOST names \S+file, which is not a socket; choose another path\.\n$/],
      [
        join(folder, 'none/octavo.sock'),
        /^HOST names \S+none\/octavo\.sock, but the folder \S+none does not exist; create it\.\n$/,
      ],
    ] as const) {
      await writeFile(join(folder, 'file'), '');
      const refused = start(await newFolder(), { HOST: `unix:${host}` });
      void refused.url.catch(() => undefined);
      expect(await refused.ended).to.equal(1);
      expect(refused.errors()).to.match(sentence);
    }
  });

  // docs/interface.md, D14
  it('has a log of JSON lines, or of lines for people', async () => {
    const folder = await newFolder();
    const service = start(folder, { HOST: `unix:${folder}/s`, LOG_FORMAT: 'pretty' });
    await service.url;
    await ask(`${folder}/s`, '/readyz');
    service.process.kill('SIGTERM');
    await service.ended;
    expect(service.output()).to.match(/^\d\d:\d\d:\d\d warn {2}no site address is set: [^"{}]*$/m);
    expect(service.output()).to.match(
      /^\d\d:\d\d:\d\d info {2}method=GET route=GET \/readyz status=200 ms=\S+ client=unknown$/m,
    );
  });
});
