import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';

import { freePort } from './support/redis.ts';
import { newFolder } from './support/run.ts';
import { cleanUp, start, type Started } from './support/started.ts';
import { stopwatch } from './support/stopwatch.ts';

/** A service whose log goes into a pipe of 64 KiB, as in a shell; nobody reads it but `read`. */
interface Piped {
  url: string;
  started: Started;
  /** What is in the pipe. */
  read(): string;
  /** The reader goes away. */
  leave(): void;
}

/** The same, except that the disk is full on which the log is kept. */
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

describe('log: when nobody reads it', () => {
  after(cleanUp);

  it('the reader goes away: the service goes on, and SIGTERM ends it', async () => {
    const service = await piped();
    await serving(service);
    service.leave();
    for (let time = 0; time < 5; time++) {
      await ask(service);
      await wait(120); // until the lines are written, or not
    }
    await expectStop(service);
  });

  it('the reader goes away, and "stopping" is the first line that cannot be written: SIGTERM ends the service', async () => {
    const service = await piped();
    await serving(service);
    while (!service.read().includes('"status":404')) await ask(service);
    while (service.read() !== '') await wait(150); // everything so far is written
    service.leave();
    await expectStop(service);
  });

  it('the reader goes away after the first line, before it serves: it serves', async () => {
    const service = await piped();
    while (!/first password/.test(service.read())) await wait(1);
    service.leave();
    await serving(service);
    await ask(service);
    await expectStop(service);
  });

  it('the disk is full on which it is kept: the service serves and stops all the same', async () => {
    const service = await onFullDisk();
    await serving(service);
    await ask(service);
    await wait(120);
    await ask(service);
    await expectStop(service);
  });

  it('the reader stops reading and the pipe is full: the service goes on, SIGTERM ends it, no line is torn', async () => {
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
