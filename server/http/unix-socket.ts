import { existsSync } from 'node:fs';
import { lstat, unlink } from 'node:fs/promises';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { dirname } from 'node:path';

import { variables } from '../config/schema.ts';
import type { Config } from '../config/config.ts';
import { BACKLOG } from './backlog.ts';
import { unixSocketOf } from '../config/host.ts';

/** A Unix socket cannot be used; the message is one sentence. */
export class SocketUnusable extends Error {}

/** Without the bits of this mask, owner and group may connect: 0660. */
const UMASK = 0o117;

/**
 * Listens on a Unix socket, replacing one that a terminated process left. Node deletes it when the server is closed.
 *
 * @throws SocketUnusable when its folder is missing, another process listens there, or something else has this name
 */
export async function listenOnSocket(server: Server, path: string): Promise<void> {
  await deleteStale(path);
  // The system says only that permission is denied.
  const folder = dirname(path);
  if (!existsSync(folder))
    throw new SocketUnusable(`HOST names ${path}, but the folder ${folder} does not exist; create it.`);
  const listening = new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // `listen` creates the socket synchronously, so no other user can connect in between.
    const before = process.umask(UMASK);
    try {
      server.listen({ path, backlog: BACKLOG }, resolve);
    } finally {
      process.umask(before);
    }
  });
  await listening;
}

async function deleteStale(path: string): Promise<void> {
  const found = await lstat(path).catch(() => null);
  if (!found) return;
  if (!found.isSocket()) throw new SocketUnusable(`HOST names ${path}, which is not a socket; choose another path.`);
  if (await isAnswered(path)) {
    throw new SocketUnusable(`HOST names ${path}, on which another process listens; stop it, or choose another path.`);
  }
  await unlink(path);
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true));
    socket.once('error', ({ code }: NodeJS.ErrnoException) => end(code !== 'ECONNREFUSED' && code !== 'ENOENT'));
  });
}

/**
 * The warning of the start and of `doctor` about a Unix socket: only the proxy knows the IP addresses of visitors.
 *
 * @returns null without a problem
 */
export function unixSocketProblem({ host, clientIpHeader }: Pick<Config, 'host' | 'clientIpHeader'>): string | null {
  const isDefault = clientIpHeader === variables.CLIENT_IP_HEADER.parse(undefined);
  if (unixSocketOf(host) === null || !isDefault) return null;
  return 'HOST is a Unix socket, and CLIENT_IP_HEADER is not set: let the proxy send the client IP in a header, and name it; without one, all visitors share the limits of one client (docs/operating.md, "Behind a proxy")';
}
