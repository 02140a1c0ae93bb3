import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';

import { freePort } from '../support/redis.ts';
import { newFolder } from '../support/run.ts';
import { cleanUp, start, type Started } from '../support/started.ts';
import { stopwatch } from '../support/stopwatch.ts';

/** A service whose log is a pipe of 64 KiB, as in a shell, with `read` as its only reader. */
interface Piped {
  url: string;
  started: Started;
  /** The content of the pipe. */
  read(): string;
  /** Closes the reader. */
  leave(): void;
}

/** A service whose log is on a full disk. */
async function onFullDisk(): Promise<Omit<Piped, 'read' | 'leave'>> {
  const port = await freePort();
  const full = openSync('/dev/full', 'w');
  const started = start(await newFolder(), { PORT: String(port) }, full);
  closeSync(full);
  return { url: `http://127.0.0.1:${port}`, started };
}

async function piped(): Promise<Piped> {
  const folder = await newFolder();
  const path = join(folder, 'log');
  execFileSync('mkfifo', [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(path, 'w');
  const port = await freePort();
  const started = start(folder, { PORT: String(port) }, writer);
  closeSync(writer);
  const buffer = Buffer.alloc(1024 * 1024);
  return {
    url: `http://127.0.0.1:${port}`,
    started,
    read() {
      try {
        return buffer.toString('utf8', 0, readSync(reader, buffer));
      } catch {
        return '';
      }
    },
    leave: () => closeSync(reader),
  };
}

async function serving({ url }: Pick<Piped, 'url'>): Promise<void> {
  while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) await wait(20);
}

/** A request that is logged. */
async function ask({ url }: Pick<Piped, 'url'>): Promise<void> {
  expect((await fetch(`${url}/api/none`)).status).to.equal(404);
}

async function expectStop({ started }: Pick<Piped, 'started'>): Promise<void> {
  const elapsed = stopwatch();
  started.process.kill('SIGTERM');
  expect(await started.ended, started.errors()).to.equal(0);
  expect(elapsed()).to.be.below(5000);
  expect(started.errors()).to.equal('');
}

describe('log without a reader', () => {
  after(cleanUp);

  it('the reader ends: the service continues, and SIGTERM stops it', async () => {
    const service = await piped();
    await serving(service);
    service.leave();
    for (let time = 0; time < 5; time++) {
      await ask(service);
      await wait(120); // until the lines are written, or not
    }
    await expectStop(service);
  });

  it('the reader ends, and "stopping" is the first line that cannot be written: SIGTERM stops the service', async () => {
    const service = await piped();
    await serving(service);
    while (!service.read().includes('"status":404')) await ask(service);
    while (service.read() !== '') await wait(150); // everything so far is written
    service.leave();
    await expectStop(service);
  });

  it('the reader ends after the first line of the start: the service starts', async () => {
    const service = await piped();
    while (!/first password/.test(service.read())) await wait(1);
    service.leave();
    await serving(service);
    await ask(service);
    await expectStop(service);
  });

  it('the disk of the log is full: the service runs and stops', async () => {
    const service = await onFullDisk();
    await serving(service);
    await ask(service);
    await wait(120);
    await ask(service);
    await expectStop(service);
  });

  it('the reader stops reading and the pipe is full: the service continues, SIGTERM stops it, no line is incomplete', async () => {
    const service = await piped();
    await serving(service);
    // A line takes about 100 bytes.
    for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 50 }, () => ask(service)));
    await wait(120);
    await ask(service);
    await expectStop(service);
    const lines = service
      .read()
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.startsWith('{'));
    expect(lines).to.have.length.within(300, 1100);
    for (const line of lines) JSON.parse(line);
    service.leave();
  });
});
