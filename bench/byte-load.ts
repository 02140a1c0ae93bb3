import { connect, type Socket } from 'node:net';

import type { Measured } from './load.ts';
import { percentile } from './statistics.ts';
import { processorSeconds } from './usage.ts';

/** A run whose answers are only counted. */
export interface ByteJob {
  /** With the path. */
  url: string;
  /** The server's process, whose processor time is taken. */
  pid: number;
  connections: number;
  /** Seconds. */
  seconds: number;
  /** Headers of each request; sent in turns, another one each time. */
  headers?: readonly Record<string, string>[];
}

/** All connections read into it: what arrives is counted and forgotten. */
const ARRIVED = Buffer.allocUnsafe(1 << 20);

/**
 * Requests one URL over and over, and counts the bytes of the answers. autocannon turns each body into text, which takes
 * 1.5 ms of processor time for 100 KB that are no text: with an image it measures itself, 600 requests a second
 * whatever the server can do.
 */
export async function loadByBytes({ url, pid, connections, seconds, headers = [{}] }: ByteJob): Promise<Measured> {
  const { host, hostname, port, pathname, search } = new URL(url);
  const requests = headers.map((fields) => requestOf(pathname + search, { host, ...fields }));
  const latencies: number[] = [];
  const state = { requests: 0, unexpected: 0, ended: false };
  const open = Array.from({ length: connections }, (_, at) => {
    const asked = { left: 0, since: 0 };
    const ask = (socket: Socket) => {
      asked.since = performance.now();
      socket.write(requests[(at + connections * state.requests++) % requests.length]!);
    };
    const socket = connect({
      host: hostname,
      port: Number(port),
      onread: {
        buffer: ARRIVED,
        callback(bytes, chunk) {
          if (asked.left === 0) asked.left = lengthOf(chunk as Buffer, bytes, state);
          asked.left -= bytes;
          if (asked.left > 0 || state.ended) return true;
          latencies.push(performance.now() - asked.since);
          ask(socket);
          return true;
        },
      },
    });
    socket.on('error', () => (state.unexpected += state.ended ? 0 : 1));
    socket.once('connect', () => ask(socket));
    return socket;
  });
  const [begun, before, own] = [performance.now(), processorSeconds(pid), process.cpuUsage()];
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  state.ended = true;
  const took = (performance.now() - begun) / 1000;
  const used = processorSeconds(pid) - before;
  const { user, system } = process.cpuUsage(own);
  open.forEach((socket) => socket.destroy());
  latencies.sort((a, b) => a - b);
  return {
    requestsPerSecond: latencies.length / took,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    processor: (used / latencies.length) * 1e6,
    busy: used / took,
    loadBusy: (user + system) / 1e6 / took,
    requests: state.requests,
    unexpected: state.unexpected,
  };
}

function requestOf(path: string, headers: Record<string, string>): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
}

/** How long an answer is, with its head, which comes in one piece. */
function lengthOf(chunk: Buffer, bytes: number, state: { unexpected: number }): number {
  const head = chunk.toString('latin1', 0, Math.min(bytes, 8192));
  if (!head.startsWith('HTTP/1.1 200')) state.unexpected += 1;
  const end = head.indexOf('\r\n\r\n');
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
  if (end < 0 || Number.isNaN(length)) throw new Error(`an answer that cannot be counted: ${head.slice(0, 200)}`);
  return end + 4 + length;
}
