import { setTimeout } from 'node:timers/promises';
import type { Context, Next } from 'koa';

import { refuse } from '../routers/errors.ts';
import { isRead } from './http/read-only.ts';
import { readPath } from './http/target.ts';

/** What the readiness check asks. */
export interface Health {
  /** Rejects when the database does not answer, or takes no writes. */
  ping(): Promise<void>;
  /** Milliseconds for which the database's only connection has been taken while nothing happened on it. */
  stuckFor(): number;
  /** Whether the service is about to stop. */
  draining: boolean;
}

/**
 * Ends the connection with each answer that goes out while the service stops. Else it would stay open, and the stop
 * would wait until its patience ends.
 */
export function closeWhenDraining(state: Health) {
  return async (ctx: Context, next: Next): Promise<void> => {
    await next();
    if (state.draining) ctx.set('Connection', 'close');
  };
}

/** Milliseconds after which a connection that does nothing is stuck for good. */
const STUCK_AFTER = 60_000;
/** Milliseconds that the database has to answer, so that `/readyz` answers within 3 s. */
const ANSWER_WITHIN = 2_800;

/**
 * `/healthz`: the process is up, and its database connection is not stuck. `/readyz`: it can take requests, since the
 * database answers and takes writes, and the service is not stopping.
 * While it stops, it takes nothing else on the connections that are still open.
 *
 * @throws SERVICE_UNAVAILABLE
 */
export function health(state: Health) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const path = readPath(ctx.req);
    if (path !== '/healthz' && path !== '/readyz') {
      if (!state.draining) return next();
      ctx.set('Connection', 'close');
      throw refuse('SERVICE_UNAVAILABLE', 'The service is stopping; try again in a moment.', { retryAfter: 1 });
    }
    if (!isRead(ctx)) return;
    const ready = path === '/healthz' ? state.stuckFor() < STUCK_AFTER : await isReady(state);
    ctx.set('Cache-Control', 'no-store');
    ctx.type = 'application/json; charset=utf-8';
    ctx.status = ready ? 200 : 503;
    if (!ready) ctx.set('Retry-After', '1');
    ctx.body = JSON.stringify({ ok: ready });
  };
}

async function isReady({ ping, draining }: Health): Promise<boolean> {
  if (draining) return false;
  const answered = ping().then(
    () => true,
    () => false,
  );
  const late = new AbortController();
  const { signal } = late;
  const gaveUp = setTimeout(ANSWER_WITHIN, false, { signal, ref: false }).catch(() => false);
  return Promise.race([answered, gaveUp]).finally(() => late.abort());
}
