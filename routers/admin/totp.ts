import type { SqlEntityManager } from '@mikro-orm/sql';

import { RecoveryCode, Totp } from '../../entities/second-factor.ts';
import type { Attempting } from '../core/attempts.ts';
import { requirePassword } from './finish-sign-in.ts';
import { noteProof } from '../data/audit.ts';
import { timestamp } from '../base/clock.ts';
import type { CallContext } from '../core/context.ts';
import { sameSecret } from '../base/secrets.ts';
import { appError } from '../base/errors.ts';
import { consumeCode, consumeTotp, generateSecret, replaceRecoveryCodes, totpUri } from './second-factor/codes.ts';
import { encrypt } from './second-factor/encryption.ts';
import { storeProof } from '../core/proof.ts';
import { hasTotp } from '../core/sign-in/second-factor.ts';
import { commitDespiteErrors } from './second-factor/transaction.ts';

/** Whether there is an authenticator app, and the number of unused recovery codes. */
export async function describeTotp({ em }: CallContext): Promise<{ enabled: boolean; recoveryCodes: number }> {
  return { enabled: await hasTotp(em), recoveryCodes: await em.count(RecoveryCode) };
}

/**
 * Generates a secret, which replaces one that was not confirmed.
 *
 * @throws CURRENT_PASSWORD_WRONG, TOTP_EXISTS, RATE_LIMITED
 */
export async function beginTotp(
  ctx: CallContext & Attempting,
  password: string,
): Promise<{ uri: string; secret: string }> {
  if (await hasTotp(ctx.em)) throw appError('TOTP_EXISTS');
  await requirePassword(ctx, password);
  const secret = await generateSecret();
  const encrypted = await encrypt(ctx.em, ctx.clock, secret);
  await commitDespiteErrors(ctx, async (tx) => {
    await tx.nativeDelete(Totp, { confirmed: 0 });
    const row = { key: 1, secret: encrypted, confirmed: 0, lastStep: 0, createdAt: timestamp(ctx.clock) };
    // Another session may have confirmed one since.
    const inserted = await tx.upsert(Totp, row, { onConflictAction: 'ignore' });
    if (!sameSecret(inserted.secret, encrypted)) throw appError('TOTP_EXISTS');
    noteProof();
  });
  await storeProof(ctx);
  const { title } = await ctx.settings.current();
  return { uri: await totpUri(secret, title), secret };
}

/**
 * Turns it on with a code of the new secret. If it is on already, the code renews the recovery codes.
 *
 * @throws CURRENT_CODE_WRONG
 * @returns the recovery codes, which are shown once, and whether they replace others
 */
export async function confirmTotp(
  ctx: CallContext,
  code: string,
): Promise<{ recoveryCodes: string[]; isRenewal: boolean }> {
  return commitDespiteErrors(ctx, async (tx) => {
    const isRenewal = await hasTotp(tx);
    // Not a recovery code: a person who finds one must not be able to replace all of them.
    if (!(await consumeTotp(tx, ctx.clock, code.replaceAll(/\s/g, ''), isRenewal ? 1 : 0)))
      throw appError('CURRENT_CODE_WRONG');
    noteProof();
    return { recoveryCodes: await replaceRecoveryCodes(tx, ctx.clock), isRenewal };
  });
}

/**
 * Removes the authenticator app and the recovery codes.
 *
 * @throws CURRENT_PASSWORD_WRONG, CURRENT_CODE_WRONG, NOT_FOUND, RATE_LIMITED
 */
export async function removeTotp(ctx: CallContext & Attempting, password: string, code: string): Promise<void> {
  if (!(await hasTotp(ctx.em))) throw appError('NOT_FOUND', 'There is no authenticator app.');
  await requirePassword(ctx, password);
  await commitDespiteErrors(ctx, async (tx) => {
    if (!(await consumeCode(tx, ctx.clock, code))) throw appError('CURRENT_CODE_WRONG');
    await deleteTotp(tx);
    noteProof();
  });
}

/** Deletes the authenticator app and the recovery codes. Returns the number of apps. */
export async function deleteTotp(tx: SqlEntityManager): Promise<number> {
  await tx.nativeDelete(RecoveryCode, {});
  return tx.nativeDelete(Totp, {});
}
