import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';

import { watchProgress } from '../../server/media/inspect/progress.ts';
import { databaseKinds } from '../support/databases.ts';
import { picture } from '../support/files.ts';
import { newKey } from '../support/keys.ts';
import { startTestService, type Answer, type TestService } from '../support/service.ts';
import { skip } from '../support/skip.ts';
import { upload } from '../support/uploads.ts';

const png = (number: number) => picture(10, 10, number).png().toBuffer();

// docs/interface.md, M9, M23
describe('the process that reads uploads', () => {
  let service: TestService;
  before(async function () {
    if (process.platform !== 'linux') skip(this, 'only Linux lists processes in /proc', { optional: true });
    service = await startTestService(databaseKinds[0]!);
    // The first upload starts it.
    expect((await upload(service, await png(1))).status).to.equal(201);
  });
  after(() => service?.close());

  it('is ended when it is stopped, and the next one takes over: one upload is 503, those behind it are taken', async () => {
    process.kill(inspectorOf(process.pid), 'SIGSTOP');
    const first = upload(service, await png(2));
    const others = [3, 4, 5].map(async (number) => upload(service, await png(number)));
    const { status, headers, body } = await first;
    expect([status, headers.get('retry-after'), body.code]).to.deep.equal([503, '5', 'SERVICE_UNAVAILABLE']);
    expect((await Promise.all(others)).map((one) => one.status)).to.deep.equal([201, 201, 201]);
    expect((await upload(service, await png(2))).status).to.equal(201);
  });

  it('lets 20 uploads of a caller wait, answers 503 to more, and serves other callers in turn', async () => {
    const secret = await newKey(service, 'media');
    process.kill(inspectorOf(process.pid), 'SIGSTOP');
    const files = await Promise.all(Array.from({ length: 40 }, (_, at) => png(100 + at)));
    const own = files.map((file) => upload(service, file));
    // One is being read, and 20 wait; nothing else can be answered until it goes on.
    const refused = await firstOf(own, 19);
    for (const { status, headers } of refused) expect([status, headers.get('retry-after')]).to.deep.equal([503, '5']);
    const order: string[] = [];
    const other = upload(service, await png(200), 'photo.png', {}, secret).then((one) => (order.push('other'), one));
    const taken = own.map((one) => one.then(({ status }) => (status === 201 ? order.push('own') : 0)));
    process.kill(inspectorOf(process.pid), 'SIGCONT');
    expect((await other).status).to.equal(201);
    await Promise.all(taken);
    const statuses = await Promise.all(own.map(async (one) => (await one).status));
    expect(statuses.filter((status) => status === 201)).to.have.length(21);
    expect(order.indexOf('other')).to.be.below(3);
  });
});

describe('the progress of a process', () => {
  const patience = { every: 0.05, still: 1, progress: 0.05, loop: 0.5, task: 2 };
  let child: ChildProcess | undefined;
  afterEach(() => child?.kill('SIGKILL'));

  async function watched(code: string, whenAlive: 'tells' | 'is silent'): Promise<number> {
    child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    await once(child, 'spawn');
    const { promise, resolve } = Promise.withResolvers<void>();
    const { alive } = watchProgress(child.pid!, resolve, patience);
    if (whenAlive === 'tells') child.on('message', alive);
    await promise;
    return cpuOf(child.pid!);
  }

  it('ends when it waits for what never comes', async () => {
    const cpu = await watched('setInterval(() => process.send(1), 20)', 'is silent');
    expect(cpu).to.be.below(patience.loop + 1);
  });

  it('ends in an endless loop', async () => {
    expect(await watched('for (;;);', 'tells')).to.be.within(patience.loop, patience.task);
  });

  it('lasts as long as it gives signs of life, up to the processor time of a task', async () => {
    const code = 'setInterval(() => { const end = Date.now() + 30; while (Date.now() < end); process.send(1); }, 1)';
    expect(await watched(code, 'tells')).to.be.at.least(patience.task);
  });
});

/** The answers that come first, in their order. */
function firstOf(answers: Promise<Answer>[], count: number): Promise<Answer[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer[]>();
  const first: Answer[] = [];
  for (const one of answers) one.then((answer) => first.push(answer) === count && resolve(first), reject);
  return promise;
}

/** The process that a service started for its uploads. */
function inspectorOf(parent: number): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const pid = pids.find((one) => parentOf(one) === parent && commandOf(one).includes('inspect/child'));
  if (pid === undefined) throw new Error('There is no such process.');
  return Number(pid);
}

function parentOf(pid: string): number {
  return Number(statOf(pid)[1]);
}

function cpuOf(pid: number): number {
  const fields = statOf(String(pid));
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** What follows the name of the program in `/proc/<pid>/stat`. */
function statOf(pid: string): string[] {
  return read(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ');
}

function commandOf(pid: string): string {
  return read(`/proc/${pid}/cmdline`);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
