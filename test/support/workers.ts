import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

import { start, type Started } from './started.ts';

/** What a request brought. */
export interface Reply {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  body: any;
}

/** A connection that stays open: all its requests reach one and the same worker. */
export interface Connection {
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  close(): void;
}

/** Opens one; consecutive ones lead to different workers. */
export function openConnection(url: string): Connection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    call: (method, path, body, headers = {}) =>
      new Promise((resolve, reject) => {
        const sent = request(url + path, {
          ...{ agent, method },
          headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        });
        sent.on('error', reject);
        sent.on('response', (response) => {
          json(response).then((answer) => resolve({ status: response.statusCode ?? 0, body: answer }), reject);
        });
        sent.end(body === undefined ? undefined : JSON.stringify(body));
      }),
    close: () => agent.destroy(),
  };
}

/** Connections of which each worker has some, all of them open. */
export async function openConnections(url: string, count = 4): Promise<Connection[]> {
  const connections = Array.from({ length: count }, () => openConnection(url));
  for (const { call } of connections) await call('GET', '/healthz');
  return connections;
}

/** Starts the service with two workers. */
export function startWorkers(cwd: string, env: Record<string, string> = {}): Started {
  return start(cwd, { WORKERS: '2', ...env });
}

/** The process ids of the workers. */
export function workersOf({ process: { pid } }: Started): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.trim().split(/\s+/).filter(Boolean).map(Number);
}

/** Whether there is such a process. */
export function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Waits until it holds, for 10 s at most. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 10_000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error('It did not come about within 10 s.');
    await setTimeout(20);
  }
}
