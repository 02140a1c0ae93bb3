import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';

import { program } from '../support/programs.ts';
import { newFolder } from '../support/run.ts';
import { skip } from '../support/skip.ts';
import { until } from '../support/until.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

// docs/interface.md, D15
describe('a service that was started by', () => {
  const pids: number[] = [];
  after(() => pids.forEach(kill));

  /** Starts a service in a process of its own. */
  async function begin(command: string, args: string[], env: Record<string, string> = {}) {
    const folder = await newFolder();
    const database = join(folder, 'blog.db');
    const places = { PORT: '0', DATABASE_URL: `sqlite:${database}`, MEDIA_URL: `file:${join(folder, 'media')}` };
    const child = spawn(command, args, { cwd: root, env: { ...process.env, ...places, ...env }, stdio: 'ignore' });
    const instance = `${database}.instance.json`;
    // Until it listens, its address is empty.
    await until(() => existsSync(instance) && readFileSync(instance, 'utf8').includes('"url":"http'));
    const { pid, url } = JSON.parse(readFileSync(instance, 'utf8')) as { pid: number; url: string };
    pids.push(pid);
    return { child, instance, url };
  }

  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    it(`npm start stops cleanly when npm gets ${signal}`, async function () {
      if (spawnSync('npm', ['--version']).error) skip(this, 'there is no npm');
      const { child, instance, url } = await begin('npm', ['start']);
      await ended(child, signal);
      // A service that is killed leaves it.
      await until(() => !existsSync(instance));
      await until(async () => !(await isAnswered(url)));
    });
  }

  it('a shell outlives it, also in an environment of npm', async () => {
    const env = { npm_execpath: '/usr/bin/npm', npm_lifecycle_event: 'start', npm_command: 'start' };
    const { child, instance, url } = await begin(
      'sh',
      ['-c', `"${process.execPath}" "${program('server/main')}"; :`],
      env,
    );
    await ended(child, 'SIGKILL');
    // Longer than it takes to notice the end of npm.
    await sleep(2000);
    expect([existsSync(instance), await isAnswered(url)]).to.deep.equal([true, true]);
  });
});

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal);
  await once(child, 'exit');
}

function isAnswered(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`, { headers: { connection: 'close' } }).then(
    ({ ok }) => ok,
    () => false,
  );
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
