import { logSecurityEvent } from '../../base/security-events.ts';
import { administrator, publicWrite, rest, router } from '../../core/procedures.ts';
import { listPasskeys, removePasskey, renamePasskey } from './passkeys.ts';
import { SESSION_SECONDS } from '../sessions.ts';
import { signedIn } from '../schemas.ts';
import { registerPasskey, registrationOptions } from './register.ts';
import { assertionOptions, signInByPasskey } from './sign-in.ts';
import {
  assertionInput,
  idInput,
  onePasskey,
  options,
  passkeyList,
  registerInput,
  removed,
  renameInput,
  type PasskeyShape,
} from './schemas.ts';

/** The owner's passkeys (WebAuthn). */
export const passkeysRouter = router({
  loginOptions: publicWrite
    .meta(
      rest('POST', '/api/admin/login/passkey/options', 'Get the options with which a browser asks for a passkey', {
        description: 'For a sign-in, or for `/api/admin/reauthenticate`. They are valid for two minutes and one use.',
        limit: 'passkeyOptions',
      }),
    )
    .output(options)
    .mutation(async ({ ctx }) => ({ ok: true, options: { ...(await assertionOptions(ctx)) } })),

  login: publicWrite
    .meta(
      rest('POST', '/api/admin/login/passkey', 'Sign in with a passkey', {
        description: 'It needs neither password nor code, and failed passwords do not delay it.',
        limit: 'passkeySignIns',
        errors: ['PASSKEY_REFUSED'],
      }),
    )
    .input(assertionInput)
    .output(signedIn)
    .mutation(async ({ ctx, input }) => ({
      ok: true,
      expiresIn: SESSION_SECONDS,
      ...(await signInByPasskey(ctx, input.response)),
    })),

  list: administrator
    .meta(rest('GET', '/api/admin/passkeys', 'List the passkeys, oldest first', { enrols: true }))
    .output(passkeyList)
    .query(async ({ ctx }) => ({ ok: true, ...(await listPasskeys(ctx)) })),

  options: administrator
    .meta(
      rest('POST', '/api/admin/passkeys/options', 'Get the options with which a browser makes a passkey', {
        description: 'They are valid for two minutes, for one registration of this session.',
        enrols: true,
        needsProof: true,
        errors: ['TOO_MANY_PASSKEYS'],
      }),
    )
    .output(options)
    .mutation(async ({ ctx }) => ({ ok: true, options: { ...(await registrationOptions(ctx)) } })),

  create: administrator
    .meta(
      rest('POST', '/api/admin/passkeys', 'Register a passkey', {
        description: 'There may be 20. It is bound to the host of the site address.',
        status: 201,
        location: ({ passkey }: { passkey: PasskeyShape }) => `/api/admin/passkeys/${passkey.id}`,
        enrols: true,
        needsProof: true,
        errors: ['PASSKEY_INVALID', 'PASSKEY_EXISTS', 'TOO_MANY_PASSKEYS'],
      }),
    )
    .input(registerInput)
    .output(onePasskey)
    .mutation(async ({ ctx, input }) => {
      const passkey = await registerPasskey(ctx, input.name, input.response);
      logSecurityEvent(ctx, 'passkey.created', { passkey: passkey.id });
      return { ok: true, passkey };
    }),

  update: administrator
    .meta(rest('PUT', '/api/admin/passkeys/{id}', 'Rename a passkey', { needsProof: true, errors: ['NOT_FOUND'] }))
    .input(renameInput)
    .output(onePasskey)
    .mutation(async ({ ctx, input }) => ({ ok: true, passkey: await renamePasskey(ctx, input.id, input.name) })),

  remove: administrator
    .meta(
      rest('DELETE', '/api/admin/passkeys/{id}', 'Remove a passkey', {
        description: 'Sessions that were opened with it go on.',
        needsProof: true,
        errors: ['NOT_FOUND'],
      }),
    )
    .input(idInput)
    .output(removed)
    .mutation(async ({ ctx, input }) => {
      await removePasskey(ctx, input.id);
      logSecurityEvent(ctx, 'passkey.removed', { passkey: input.id });
      return { ok: true, id: input.id };
    }),
});
