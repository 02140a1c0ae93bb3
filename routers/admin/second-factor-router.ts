import { logSecurityEvent } from '../base/security-events.ts';
import { done } from './schemas.ts';
import { administrator, administratorAttempt, rest, router } from '../core/procedures.ts';
import { begun, beginInput, confirmed, confirmInput, removeInput, totpState } from './second-factor/schemas.ts';
import { beginTotp, confirmTotp, describeTotp, removeTotp } from './totp.ts';

/** The authenticator app: time-based one-time passwords by RFC 6238. */
export const totpRouter = router({
  state: administrator
    .meta(rest('GET', '/api/admin/totp', 'Get whether the sign-in asks for a code', { enrols: true }))
    .output(totpState)
    .query(async ({ ctx }) => ({ ok: true, ...(await describeTotp(ctx)) })),

  begin: administratorAttempt
    .meta(
      rest('POST', '/api/admin/totp', 'Generate the secret of an authenticator app', {
        description: 'Nothing changes for the sign-in until a code of it is confirmed.',
        enrols: true,
        needsProof: true,
        errors: ['CURRENT_PASSWORD_WRONG', 'TOTP_EXISTS', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'],
      }),
    )
    .input(beginInput)
    .output(begun)
    .mutation(async ({ ctx, input }) => ({ ok: true, ...(await beginTotp(ctx, input.password)) })),

  confirm: administratorAttempt
    .meta(
      rest('POST', '/api/admin/totp/confirm', 'Turn on the authenticator app with a code', {
        description:
          'From now on the sign-in asks for a code. The recovery codes are in this response only. If it is on already, a code of it renews them.',
        enrols: true,
        needsProof: true,
        errors: ['CURRENT_CODE_WRONG', 'RATE_LIMITED'],
      }),
    )
    .input(confirmInput)
    .output(confirmed)
    .mutation(async ({ ctx, input }) => {
      await ctx.reserveAttempt();
      const { recoveryCodes, isRenewal } = await confirmTotp(ctx, input.code);
      logSecurityEvent(ctx, isRenewal ? 'totp.renewed' : 'totp.enabled');
      return { ok: true, recoveryCodes };
    }),

  remove: administratorAttempt
    .meta(
      rest('POST', '/api/admin/totp/remove', 'Remove the authenticator app and the recovery codes', {
        needsProof: true,
        errors: ['CURRENT_PASSWORD_WRONG', 'CURRENT_CODE_WRONG', 'NOT_FOUND', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'],
      }),
    )
    .input(removeInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await removeTotp(ctx, input.password, input.code);
      logSecurityEvent(ctx, 'totp.removed');
      return { ok: true };
    }),
});
