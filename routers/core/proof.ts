import { kyselyOf } from '../../entities/kysely.ts';
import { requireSession } from '../base/callers.ts';
import { timestamp } from '../base/clock.ts';
import type { CallContext, RequestContext } from './context.ts';
import { appError } from '../base/errors.ts';
import { hasSecondFactor } from './sign-in/second-factor.ts';

/** How long a proof holds. */
const PROOF_MS = 5 * 60 * 1000;

/**
 * Requires that the owner has proved in this session within five minutes who it is. API keys are exempt, and so is
 * everyone while there is no second factor.
 *
 * @throws REAUTHENTICATION_NEEDED
 */
export async function requireProof(ctx: RequestContext): Promise<void> {
  const { caller, clock } = ctx;
  if (caller?.kind !== 'session') return;
  const age = caller.provedAt === '' ? Infinity : clock.now() - Date.parse(caller.provedAt);
  // A time in the future was stored while the clock was wrong.
  if (Math.abs(age) < PROOF_MS) return;
  if (await hasSecondFactor(ctx)) throw appError('REAUTHENTICATION_NEEDED');
}

/**
 * Stores that the owner has just proved who it is.
 *
 * @returns when the proof ends
 */
export async function storeProof(ctx: CallContext): Promise<string> {
  const session = requireSession(ctx);
  const provedAt = timestamp(ctx.clock);
  await kyselyOf(ctx.em.fork())
    .updateTable('sessions')
    .set({ proved_at: provedAt })
    .where('token_hash', '=', session.tokenHash)
    .execute();
  // For the other calls of the same batch.
  session.provedAt = provedAt;
  return timestamp(ctx.clock, PROOF_MS);
}
