import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const script = fileURLToPath(new URL('../support/watched-child.ts', import.meta.url));

describe('watchdog', () => {
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

function run(task: string): { child: ChildProcess; output: () => string; ended: Promise<number | string> } {
  const child = spawn(process.execPath, [script, task], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = once(child, 'exit').then(([code, signal]: (number | string | null)[]) => code ?? signal ?? '');
  return { child, output: () => output, ended };
}
