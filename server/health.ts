import { setTimeout } from 'node:timers/promises';

import { appError } from '../routers/errors.ts';
import type { Context, ErrorFormat } from './http/request-state.ts';
import type { Handler, Routes } from './http/routes.ts';

/** The input of the readiness check. */
export interface Health {
  /** Rejects when the database does not respond, or is read-only. */
  ping(): Promise<void>;
  /** How long the database's only connection has been occupied without activity, in milliseconds. */
  stuckFor(): number;
  /** Whether the service is stopping. */
  draining: boolean;
}

/** A connection without activity for this long is stuck. */
const STUCK_AFTER_MS = 60_000;
/** The timeout of the database, so that `/readyz` responds within 3 s. */
const PING_TIMEOUT_MS = 2_800;

/**
 * Adds `/healthz`: the process is up, and its database connection is not stuck; and `/readyz`: the database responds
 * and accepts writes, and the service is not stopping.
 */
export function addHealth({ add }: Routes, state: Health): void {
  add('GET', '/healthz', (ctx) => answer(ctx, state.stuckFor() < STUCK_AFTER_MS));
  add('GET', '/readyz', async (ctx) => answer(ctx, await isReady(state)));
}

/**
 * Middleware: while the service is stopping, open connections are answered only for health checks.
 *
 * @param json writes errors as JSON
 * @throws SERVICE_UNAVAILABLE
 */
export function refuseWhileStopping(health: Health, json: ErrorFormat): Handler {
  return ({ path, state }, next) => {
    if (!health.draining || /^\/(healthz|readyz)\/?$/.test(path)) return next();
    state.errors = json;
    throw appError('SERVICE_UNAVAILABLE', 'The service is stopping; try again in a moment.', { retryAfter: 1 });
  };
}

function answer(ctx: Context, ok: boolean): void {
  ctx.set('Cache-Control', 'no-store');
  ctx.type = 'application/json; charset=utf-8';
  ctx.status = ok ? 200 : 503;
  if (!ok) ctx.set('Retry-After', '1');
  ctx.body = JSON.stringify({ ok });
}

async function isReady({ ping, draining }: Health): Promise<boolean> {
  if (draining) return false;
  const answered = ping().then(
    () => true,
    () => false,
  );
  const late = new AbortController();
  const { signal } = late;
  const gaveUp = setTimeout(PING_TIMEOUT_MS, false, { signal, ref: false }).catch(() => false);
  return Promise.race([answered, gaveUp]).finally(() => late.abort());
}
