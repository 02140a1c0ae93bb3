import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { skip } from './skip.ts';

/** The reason to skip without Redis. */
export const NO_REDIS = 'there is no redis-server';

/** A free local port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts a Redis server, and waits until it responds; null if there is none. */
export async function startRedis(port: number, ...options: string[]): Promise<ChildProcess | null> {
  const redis = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...options],
    {
      stdio: 'ignore',
    },
  );
  const started = await new Promise<boolean>((resolve) => {
    redis.once('spawn', () => resolve(true));
    redis.once('error', () => resolve(false));
  });
  if (!started) return null;
  while (!(await accepts(port)));
  return redis;
}

/** Starts Redis on a free port for a test or its `before`; skips it if there is none. */
export async function needRedis(test: Mocha.Context): Promise<{ port: number; redis: ChildProcess }> {
  const port = await freePort();
  const redis = await startRedis(port);
  if (redis) return { port, redis };
  return skip(test, NO_REDIS);
}

export async function endRedis(redis: ChildProcess | null | undefined): Promise<void> {
  if (!redis || redis.exitCode !== null || redis.signalCode !== null) return;
  redis.kill('SIGKILL');
  await once(redis, 'exit');
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => socket.destroy() && resolve(true));
    socket.once('error', () => setTimeout(resolve, 10, false));
  });
}
