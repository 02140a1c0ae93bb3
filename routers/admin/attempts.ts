import type { RequestContext } from '../context.ts';
import { Refusal, refuse, type ErrorName } from '../errors.ts';
import { sameSecret } from '../secrets.ts';

/** Refusals that count as a failed sign-in. */
const failures = new Set<ErrorName>(['WRONG_PASSWORD', 'CURRENT_PASSWORD_WRONG', 'SETUP_KEY_INVALID']);

/**
 * Runs an attempt to get in under the login limiter. A wrong X-Setup-Key is refused and counts; the right one skips
 * the limiter and counts nothing.
 *
 * @param work gives the outcome as tRPC does: `ok`, or the error
 * @throws RATE_LIMITED during a cooldown, before the database is asked anything; SETUP_KEY_INVALID
 */
export async function limitAttempt<R extends { ok: boolean; error?: unknown }>(
  ctx: RequestContext,
  work: () => Promise<R>,
): Promise<R> {
  const key = judgeSetupKey(ctx);
  if (key === 'right') return work();
  const attempt = await ctx.loginLimiter.reserve(ctx.request.address);
  if (key === 'wrong') {
    await attempt.failed();
    throw refuse('SETUP_KEY_INVALID');
  }
  const result = await work();
  if (result.ok) await attempt.succeeded();
  else if (result.error instanceof Refusal && failures.has(result.error.reason)) await attempt.failed();
  else await attempt.dropped();
  return result;
}

/** Without a configured key the header means nothing. */
export function judgeSetupKey({ policy, request }: RequestContext): 'right' | 'wrong' | 'none' {
  if (policy.setupKey === null || request.setupKey === undefined) return 'none';
  return sameSecret(request.setupKey, policy.setupKey) ? 'right' : 'wrong';
}
