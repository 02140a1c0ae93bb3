import type { RequestContext } from './context.ts';
import { AppError, appError, type ErrorName } from '../base/errors.ts';
import { sameSecret } from '../base/secrets.ts';
import { logSecurityEvent } from '../base/security-events.ts';
import type { Attempt } from './sign-in/login-limiter.ts';

/** Errors that count as a failed sign-in. */
const failures = new Set<ErrorName>([
  'WRONG_PASSWORD',
  'CURRENT_PASSWORD_WRONG',
  'WRONG_CODE',
  'CURRENT_CODE_WRONG',
  'SETUP_KEY_INVALID',
]);

/** The context of a call under the login limiter. */
export interface Attempting {
  /** Reserves the attempt. Call it before the password is looked up. @throws RATE_LIMITED */
  reserveAttempt(): Promise<void>;
}

/**
 * Runs a sign-in under the login limiter. A wrong X-Setup-Key fails and is counted; the right one bypasses the limiter.
 *
 * @param work resolves to the result of the tRPC middleware: `ok`, or the error
 * @throws RATE_LIMITED during a cooldown, without a query; SETUP_KEY_INVALID
 */
export async function limitAttempt<R extends { ok: boolean; error?: unknown }>(
  ctx: RequestContext,
  work: (attempting: Attempting) => Promise<R>,
): Promise<R> {
  const { clientIp } = ctx.request;
  const key = judgeSetupKey(ctx);
  if (key !== 'right') ctx.loginLimiter.check(clientIp);
  let attempt = null as Attempt | null;
  const reserveAttempt = async () => {
    if (key !== 'right') attempt = await ctx.loginLimiter.reserve(clientIp);
  };
  if (key === 'wrong') {
    await reserveAttempt();
    logSecurityEvent(ctx, 'login.failed', { reason: 'SETUP_KEY_INVALID' });
    await attempt?.failed();
    throw appError('SETUP_KEY_INVALID');
  }
  const result = await work({ reserveAttempt });
  const reason = countedFailure(result.error);
  if (reason !== null) logSecurityEvent(ctx, 'login.failed', { reason });
  if (result.ok) await attempt?.succeeded();
  else if (reason !== null) await attempt?.failed();
  else await attempt?.abandoned();
  return result;
}

/** The same for a part of a call: returns what the work returns, and throws what it throws. */
export async function withAttempts<T>(
  ctx: RequestContext,
  work: (attempting: RequestContext & Attempting) => Promise<T>,
): Promise<T> {
  const result = await limitAttempt(ctx, (attempting) =>
    work({ ...ctx, ...attempting }).then(
      (value) => ({ ok: true as const, value }),
      (error: unknown) => ({ ok: false as const, error }),
    ),
  );
  if (!result.ok) throw result.error;
  return result.value;
}

function countedFailure(error: unknown): ErrorName | null {
  return error instanceof AppError && failures.has(error.reason) ? error.reason : null;
}

/** If no key is configured, the header is ignored. */
export function judgeSetupKey({ policy, request }: RequestContext): 'right' | 'wrong' | 'none' {
  if (policy.setupKey === null || request.setupKey === undefined) return 'none';
  return sameSecret(request.setupKey, policy.setupKey) ? 'right' : 'wrong';
}
