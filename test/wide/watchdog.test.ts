import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

import { program } from '../support/programs.ts';
import { newFolder } from '../support/run.ts';
import { cleanUp, start } from '../support/started.ts';

const hook = new URL('../support/stuck-child.ts', import.meta.url).href;
const script = fileURLToPath(new URL('../support/watched-child.ts', import.meta.url));

describe('watchdog', () => {
  after(cleanUp);

  it('logs one line and exits a process whose event loop is blocked, also without a log reader', async () => {
    const [read, unread] = [run('stick'), run('stick')];
    await once(unread.child.stdout!, 'data');
    unread.child.stdout!.destroy();
    expect(await read.ended).to.equal('SIGKILL');
    expect(await unread.ended).to.equal('SIGKILL');
    const lines = read.output().trim().split('\n');
    expect(lines).to.have.length(2);
    expect(JSON.parse(lines[1]!)).to.include({ level: 60 }).with.property('msg').that.includes('event loop');
  });

  it('watches a service from before it listens', async () => {
    const { ended, errors } = start(await newFolder(), {}, 'pipe', ['--import', hook, program('server/main')]);
    expect(await ended).to.equal('SIGKILL');
    expect(errors()).to.equal('stuck\n');
  });

  it('is started again when its thread has failed, which is logged once', async () => {
    const { output, ended } = run('starve', ['sh', '-c', 'ulimit -n 64; exec "$@"', 'sh']);
    expect(await ended).to.equal('SIGKILL');
    const lines = output().trim().split('\n');
    expect(lines.slice(0, -1)).to.deep.equal([
      'starving',
      'the watchdog has failed: until it is back, nothing notices when the event loop is stuck',
      'the watchdog is back',
      'ready',
    ]);
  });

  it('does not keep a process alive', async () => {
    expect(await run('end').ended).to.equal(0);
    expect(await run('stop').ended).to.equal(0);
  });

  it('does not exit a process that was suspended, such as on a sleeping laptop', async () => {
    const { child, output, ended } = run('live');
    await once(child.stdout!, 'data');
    child.kill('SIGSTOP');
    await setTimeout(1500);
    child.kill('SIGCONT');
    expect(await ended).to.equal(0);
    expect(output()).to.include('alive');
  });
});

function run(
  task: string,
  by: string[] = [],
): { child: ChildProcess; output: () => string; ended: Promise<number | string> } {
  const [command, ...args] = [...by, process.execPath, script, task];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = once(child, 'exit').then(([code, signal]: (number | string | null)[]) => code ?? signal ?? '');
  return { child, output: () => output, ended };
}
