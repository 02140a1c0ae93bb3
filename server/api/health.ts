import type { Gate } from '../storage/database/identity-guard.ts';
import { appError } from '../../routers/base/errors.ts';
import { unservableReason, type DatabaseProblem, type UnservableReason } from '../storage/database/state.ts';
import type { Context, ErrorFormat } from '../http/request-state.ts';
import type { Handler, Routes } from '../http/routes.ts';

/** The input of the readiness check. */
export interface Health {
  /** What is wrong with the database; null while it works. */
  databaseProblem(): Promise<DatabaseProblem | null>;
  /** How long the database's only connection has been occupied without activity, in milliseconds. */
  stuckFor(): number;
  /** Whether the service is stopping. */
  draining: boolean;
  /** Closed while the database is not that of this blog. */
  gate: Readonly<Gate>;
}

const WRONG_DATABASE = 'The database is not the one of this blog at the moment; try again later.';
/** A connection without activity for this long is stuck. */
const STUCK_AFTER_MS = 60_000;

/**
 * Adds `/healthz`: the process is up, and its database connection is not stuck; and `/readyz`: the database responds
 * and accepts writes, and the service is not stopping.
 */
export function addHealth({ add }: Routes, state: Health): void {
  add('GET', '/healthz', (ctx) => answer(ctx, { ok: state.stuckFor() < STUCK_AFTER_MS }));
  add('GET', '/readyz', async (ctx) => answer(ctx, await readiness(state)));
}

/**
 * Middleware: only health checks are answered while the service is stopping, and besides them only `/metrics` while the
 * database is not that of this blog.
 *
 * @param json writes errors as JSON
 * @throws SERVICE_UNAVAILABLE
 */
export function refuseWhileUnavailable(health: Health, json: ErrorFormat): Handler {
  return ({ path, state }, next) => {
    const { draining } = health;
    if (!isRefusing(health) || /^\/(healthz|readyz)\/?$/.test(path)) return next();
    if (!draining && /^\/metrics\/?$/.test(path)) return next();
    state.errors = json;
    throw draining
      ? appError('SERVICE_UNAVAILABLE', 'The service is stopping; try again in a moment.', { retryAfter: 1 })
      : appError('SERVICE_UNAVAILABLE', WRONG_DATABASE, { retryAfter: 5 });
  };
}

/** Whether every request has to pass `refuseWhileUnavailable`. */
export function isRefusing({ draining, gate }: Health): boolean {
  return draining || gate.isClosed;
}

/** Why a service cannot take requests. */
export type NotReady = 'STOPPING' | UnservableReason;

interface Readiness {
  ok: boolean;
  reason?: NotReady;
}

function answer(ctx: Context, readiness: Readiness): void {
  ctx.set('Cache-Control', 'no-store');
  ctx.type = 'application/json; charset=utf-8';
  ctx.status = readiness.ok ? 200 : 503;
  if (!readiness.ok) ctx.set('Retry-After', '1');
  ctx.body = JSON.stringify(readiness);
}

async function readiness({ databaseProblem, draining }: Health): Promise<Readiness> {
  if (draining) return { ok: false, reason: 'STOPPING' };
  const problem = await databaseProblem();
  const reason = problem && unservableReason(problem);
  return reason === null ? { ok: true } : { ok: false, reason };
}
