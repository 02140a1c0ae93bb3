import type { RequestContext } from '../context.ts';
import { AppError, appError, type ErrorName } from '../errors.ts';
import { sameSecret } from '../secrets.ts';
import { logSecurityEvent } from '../security-events.ts';
import type { Attempt } from './login-limiter.ts';

/** Errors that count as a failed sign-in. */
const failures = new Set<ErrorName>(['WRONG_PASSWORD', 'CURRENT_PASSWORD_WRONG', 'SETUP_KEY_INVALID']);

/**
 * Runs a sign-in under the login limiter. A wrong X-Setup-Key fails and is counted; the right one bypasses the limiter.
 *
 * @param work resolves to the result of the tRPC middleware: `ok`, or the error
 * @throws RATE_LIMITED during a cooldown, without a query; SETUP_KEY_INVALID
 */
export async function limitAttempt<R extends { ok: boolean; error?: unknown }>(
  ctx: RequestContext,
  work: () => Promise<R>,
): Promise<R> {
  const key = judgeSetupKey(ctx);
  const attempt = key === 'right' ? uncounted : await ctx.loginLimiter.reserve(ctx.request.clientIp);
  if (key === 'wrong') {
    logSecurityEvent(ctx, 'login.failed', { reason: 'SETUP_KEY_INVALID' });
    await attempt.failed();
    throw appError('SETUP_KEY_INVALID');
  }
  const result = await work();
  const reason = failureIn(result.error);
  if (reason !== null) logSecurityEvent(ctx, 'login.failed', { reason });
  if (result.ok) await attempt.succeeded();
  else if (reason !== null) await attempt.failed();
  else await attempt.abandoned();
  return result;
}

/** The attempt of a caller with the right setup key. */
const uncounted: Attempt = { failed: async () => {}, succeeded: async () => {}, abandoned: async () => {} };

function failureIn(error: unknown): ErrorName | null {
  return error instanceof AppError && failures.has(error.reason) ? error.reason : null;
}

/** If no key is configured, the header is ignored. */
export function judgeSetupKey({ policy, request }: RequestContext): 'right' | 'wrong' | 'none' {
  if (policy.setupKey === null || request.setupKey === undefined) return 'none';
  return sameSecret(request.setupKey, policy.setupKey) ? 'right' : 'wrong';
}
