import { setTimeout as sleep } from 'node:timers/promises';

/** Sends a request to an instance: its number, the method, the path, and for the owner a body. */
export type Send = (instance: number, method: string, path: string, body?: object) => Promise<Answered>;

interface Answered {
  status: number;
  text: string;
}

/** What readers saw while others wrote. */
export interface Seen {
  reads: number;
  /** The reads that showed what was before a write whose answer had arrived when they began. */
  stale: string[];
  writes: number;
  /** How long each write took, in milliseconds. */
  durations: number[];
}

interface ReadersOptions {
  send: Send;
  /** The number of instances: the first one writes, the others are read without a pause. */
  instances: number;
  /** The number of reads after which it ends. */
  reads: number;
  /** Called between two writes; the post is drafted or published by each. */
  between?: () => Promise<unknown>;
}

/** Each shows the number of the last write. */
const NUMBERED = ['/api/posts/numbered', '/posts/numbered', '/api/posts', '/', '/api/site'];
/** Present or absent by turns. */
const TOGGLED = ['/api/posts/toggled', '/posts/toggled'];

/**
 * Writes on one instance, and reads on the others all the time. The reads that begin after the answer to a write must show
 * it.
 */
export async function readYourWrites({ send, instances, reads, between = pause }: ReadersOptions): Promise<Seen> {
  const seen: Seen = { reads: 0, stale: [], writes: 0, durations: [] };
  /** The number of the last write that began, and of the last one that was answered. */
  let begun = 0;
  let answered = 0;
  await expectOk(send(0, 'POST', '/api/posts', { id: 'numbered', title: 'Number 0', excerpt: 'None' }));
  await expectOk(send(0, 'POST', '/api/posts', { id: 'toggled', title: 'Toggled', status: 'draft' }));
  await expectOk(send(0, 'PUT', '/api/admin/settings', { description: 'Number 0' }));
  const isOver = () => seen.reads >= reads;

  async function write(): Promise<void> {
    while (!isOver()) {
      begun += 1;
      const from = performance.now();
      await Promise.all([
        expectOk(send(0, 'PUT', '/api/posts/numbered', { title: `Number ${begun}` })),
        expectOk(send(0, 'PUT', '/api/posts/toggled', { status: isShown(begun) ? 'published' : 'draft' })),
        expectOk(send(0, 'PUT', '/api/admin/settings', { description: `Number ${begun}` })),
      ]);
      seen.durations.push(performance.now() - from);
      answered = begun;
      seen.writes += 1;
      await between();
    }
  }

  async function read(instance: number, path: string): Promise<void> {
    while (!isOver()) {
      const since = answered;
      const { status, text } = await send(instance, 'GET', path);
      seen.reads += 1;
      const isRight = TOGGLED.includes(path)
        ? // While a write is under way, both are right.
          begun !== since || status === (isShown(since) ? 200 : 404)
        : status === 200 && Number(/Number (\d+)/.exec(text)?.[1]) >= since;
      if (!isRight) seen.stale.push(`instance ${instance}, ${path} after write ${since}: ${status}`);
    }
  }

  const others = Array.from({ length: instances - 1 }, (_, at) => at + 1);
  const readers = others.flatMap((one) => [...NUMBERED, ...TOGGLED].map((path) => read(one, path)));
  await Promise.all([write(), ...readers]);
  return seen;
}

function isShown(write: number): boolean {
  return write % 2 === 1;
}

function pause(): Promise<void> {
  return sleep(Math.random() * 30);
}

async function expectOk(answering: Promise<Answered>): Promise<void> {
  const { status, text } = await answering;
  if (status > 201) throw new Error(`A write was answered ${status}: ${text}`);
}
