import type { IncomingMessage } from 'node:http';

import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';

import type { Clock } from '../../routers/base/clock.ts';

/** Detects a trusted proxy that forwards the client IP header of visitors instead of overwriting it. */
export interface ProxyWatch {
  /**
   * A request came from a trusted proxy.
   *
   * @param peer the proxy's own IP address
   * @param hasHeader whether it sent the client IP header
   */
  note(req: IncomingMessage, peer: string, hasHeader: boolean): void;
  /** Whether a proxy sent the header with some requests only, within the last hour. */
  isUnchecked(): boolean;
}

/** How long a request is remembered: the warning disappears an hour after the proxy was fixed. */
const REMEMBERED_MS = 60 * 60 * 1000;
/** How many proxies are remembered. */
const PROXIES = 1000;

/**
 * A proxy that overwrites the header always sends it; one that does not know the header never does. A proxy that sends it
 * with some requests only forwards what visitors chose.
 *
 * @param header the name of the client IP header, in lower case
 */
export function watchProxies(header: string, clock: Clock, log: Logger): ProxyWatch {
  const proxies = new LRUCache<string, { withHeader: number; without: number }>({ max: PROXIES });
  let uncheckedAt = -Infinity;
  let warned = false;

  return {
    note(req, peer, hasHeader) {
      if (!hasHeader && !isForwarded(req)) return;
      const now = clock.monotonic();
      const proxy = proxies.get(peer) ?? { withHeader: -Infinity, without: -Infinity };
      if (hasHeader) proxy.withHeader = now;
      else proxy.without = now;
      proxies.set(peer, proxy);
      if (now - Math.min(proxy.withHeader, proxy.without) >= REMEMBERED_MS) return;
      uncheckedAt = now;
      if (warned) return;
      warned = true;
      log.warn(
        { header },
        'a trusted proxy sends the client IP header with some requests only: visitors may choose their client IP; let the proxy overwrite the header (docs/operating.md, "Behind a proxy")',
      );
    },
    isUnchecked: () => clock.monotonic() - uncheckedAt < REMEMBERED_MS,
  };
}

/**
 * Whether a proxy forwarded the request. Health checks and programs on the same machine or network come from the same IP
 * address and send no header either.
 */
function isForwarded({ headers }: IncomingMessage): boolean {
  if (['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'].some((name) => headers[name] !== undefined)) return true;
  return isPublicName((headers.host ?? '').replace(/:\d+$/, ''));
}

/** Inside a network, hosts are named by IP addresses or single words. */
function isPublicName(host: string): boolean {
  const dot = host.indexOf('.', 1);
  return dot > 0 && !/[:[\]]/.test(host) && /[a-z]/i.test(host.slice(dot));
}
