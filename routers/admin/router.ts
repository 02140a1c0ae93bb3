import { health } from '../core/health-facts.ts';
import { requireSession } from '../base/callers.ts';
import { appError } from '../base/errors.ts';
import { readMailState, sendTestMail } from './test-mail.ts';
import { logSecurityEvent } from '../base/security-events.ts';
import { proofInput } from './passkeys/schemas.ts';
import { proveByPasskey } from './passkeys/sign-in.ts';
import { proved } from './second-factor/schemas.ts';
import {
  administrator,
  anySession,
  publicAttempt,
  publicRead,
  rest,
  router,
  sessionAttempt,
} from '../core/procedures.ts';
import { judgeSetupKey, withAttempts } from '../core/attempts.ts';
import { changePassword, createAdministrator, findAdministrator, signIn } from './account.ts';
import { finishSignIn, reauthenticate } from './finish-sign-in.ts';
import { describeClientIp } from './client-ip.ts';
import { endSessions } from './end-sessions.ts';
import {
  mailState,
  clientIpReport,
  changePasswordInput,
  deviceConfirmed,
  deviceEnded,
  deviceIdInput,
  done,
  loginInput,
  newDeviceList,
  passwordChanged,
  revoked,
  sessionIdInput,
  sessionList,
  sessionState,
  setupInput,
  setupState,
  signedIn,
} from './schemas.ts';
import { confirmDevice, endDevice, listNewDevices } from './known-devices.ts';
import { listSessions, revokeSession, SESSION_SECONDS } from './sessions.ts';

/** Requires the setup key if one is configured; `publicAttempt` has already rejected a wrong one. */
const withSetupKey = publicAttempt.use(({ ctx, next }) => {
  if (ctx.policy.setupKey !== null && judgeSetupKey(ctx) === 'none') throw appError('SETUP_KEY_MISSING');
  return next();
});

export const adminRouter = router({
  setup: withSetupKey
    .meta(
      rest('POST', '/api/admin/setup', 'Set the first password', {
        description: 'Needs the header X-Setup-Key when a setup key is configured.',
        status: 201,
        errors: ['SETUP_KEY_INVALID', 'ALREADY_SET_UP', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'],
      }),
    )
    .input(setupInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      if (!(await createAdministrator(ctx, input.password))) throw appError('ALREADY_SET_UP');
      return { ok: true };
    }),

  login: publicAttempt
    .meta(
      rest('POST', '/api/admin/login', 'Sign in', {
        description:
          'Returns a session token. With an authenticator app, the right password is answered by SECOND_FACTOR_NEEDED and a ' +
          'challenge, which is sent in a second call with the code. Failed attempts are limited for each client IP, ' +
          'network and the whole site.',
        errors: [
          'WRONG_PASSWORD',
          'SECOND_FACTOR_NEEDED',
          'WRONG_CODE',
          'CHALLENGE_EXPIRED',
          'SETUP_KEY_INVALID',
          'RATE_LIMITED',
          'SERVICE_UNAVAILABLE',
        ],
      }),
    )
    .input(loginInput)
    .output(signedIn)
    .mutation(async ({ ctx, input }) => {
      const { password, challenge, code } = input;
      const signedIn = challenge === undefined ? signIn(ctx, password ?? '') : finishSignIn(ctx, challenge, code ?? '');
      return { ok: true, expiresIn: SESSION_SECONDS, ...(await signedIn) };
    }),

  reauthenticate: administrator
    .meta(
      rest('POST', '/api/admin/reauthenticate', 'Prove in this session that it is you', {
        description:
          'With the password, and the code if there is an authenticator app, or with a passkey. Procedures that answer ' +
          'REAUTHENTICATION_NEEDED can then be called for five minutes. A sign-in is a proof, too.',
        enrols: true,
        errors: ['CURRENT_PASSWORD_WRONG', 'CURRENT_CODE_WRONG', 'PASSKEY_INVALID', 'RATE_LIMITED'],
      }),
    )
    .input(proofInput)
    .output(proved)
    .mutation(async ({ ctx, input }) => {
      const { response, password = '', code } = input;
      const until = response
        ? await proveByPasskey(ctx, response)
        : await withAttempts(ctx, (attempting) => reauthenticate(attempting, password, code));
      logSecurityEvent(ctx, 'reauthenticated');
      return { ok: true, until };
    }),

  logout: anySession
    .meta(rest('POST', '/api/admin/logout', 'Sign out'))
    .output(done)
    .mutation(async ({ ctx }) => {
      const { id, tokenHash } = requireSession(ctx);
      await ctx.em.fork().transactional((tx) => endSessions(tx, { tokenHash }));
      logSecurityEvent(ctx, 'session.revoked', { session: id });
      return { ok: true };
    }),

  changePassword: sessionAttempt
    .meta(
      rest('POST', '/api/admin/change-password', 'Change the password', {
        description: 'Ends every session and returns a new token.',
        errors: ['CURRENT_PASSWORD_WRONG', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'],
      }),
    )
    .input(changePasswordInput)
    .output(passwordChanged)
    .mutation(async ({ ctx, input }) => ({
      ok: true,
      token: await changePassword(ctx, input.current, input.password),
      expiresIn: SESSION_SECONDS,
    })),

  session: administrator
    .meta(rest('GET', '/api/admin/session', 'Check whether the token is valid'))
    .output(sessionState)
    .query(({ ctx }) => ({ ok: true, expiresAt: requireSession(ctx).expiresAt })),

  sessions: administrator
    .meta(rest('GET', '/api/admin/sessions', 'List the open sessions: this one first, then the most recently used'))
    .output(sessionList)
    .query(async ({ ctx }) => ({ ok: true, sessions: await listSessions(ctx) })),

  revokeSession: administrator
    .meta(rest('DELETE', '/api/admin/sessions/{id}', 'End one session', { errors: ['NOT_FOUND'] }))
    .input(sessionIdInput)
    .output(revoked)
    .mutation(async ({ ctx, input }) => {
      await revokeSession(ctx, input.id);
      logSecurityEvent(ctx, 'session.revoked', { session: input.id });
      return { ok: true, id: input.id };
    }),

  newDevices: administrator
    .meta(
      rest('GET', '/api/admin/new-devices', 'List sign-ins from new devices', {
        description:
          'A device is identified by its name and network (IPv4 /24, IPv6 /64), stored as a keyed hash. It is listed until ' +
          'it is confirmed or ended. The first device is never listed.',
      }),
    )
    .output(newDeviceList)
    .query(async ({ ctx }) => ({ ok: true, devices: await listNewDevices(ctx) })),

  confirmDevice: administrator
    .meta(
      rest('POST', '/api/admin/new-devices/{id}/confirm', 'Confirm a device as your own', { errors: ['NOT_FOUND'] }),
    )
    .input(deviceIdInput)
    .output(deviceConfirmed)
    .mutation(async ({ ctx, input }) => {
      await confirmDevice(ctx, input.id);
      return { ok: true, id: input.id };
    }),

  endDevice: administrator
    .meta(
      rest('DELETE', '/api/admin/new-devices/{id}', 'End every session of a device and remove it', {
        errors: ['NOT_FOUND'],
      }),
    )
    .input(deviceIdInput)
    .output(deviceEnded)
    .mutation(async ({ ctx, input }) => {
      const ended = await endDevice(ctx, input.id);
      logSecurityEvent(ctx, 'session.revoked', { device: input.id, sessions: ended });
      return { ok: true, id: input.id, ended };
    }),

  logoutEverywhere: administrator
    .meta(rest('POST', '/api/admin/logout-everywhere', 'End every session, this one included'))
    .output(done)
    .mutation(async ({ ctx }) => {
      await ctx.em.fork().transactional((tx) => endSessions(tx, {}));
      logSecurityEvent(ctx, 'session.revoked', { session: 'all' });
      return { ok: true };
    }),

  health: administrator
    .meta(rest('GET', '/api/admin/health', 'Get the health of the service, its database and its counters'))
    .output(health)
    .query(async ({ ctx }) => ({ ok: true, ...(await ctx.health()) })),

  mail: administrator
    .meta(rest('GET', '/api/admin/mail', 'Get whether mail is configured, and the state of the last test mail'))
    .output(mailState)
    .query(async ({ ctx }) => ({ ok: true, ...(await readMailState(ctx)) })),

  testMail: administrator
    .meta(
      rest('POST', '/api/admin/mail/test', 'Send a test mail to the owner', {
        description: 'It is a job: `GET /api/admin/mail` has its state.',
      }),
    )
    .output(done)
    .mutation(async ({ ctx }) => {
      await sendTestMail(ctx);
      return { ok: true };
    }),

  clientIp: administrator
    .meta(
      rest('GET', '/api/admin/client-ip', 'Get the client IP of this request and how it was determined', {
        description:
          'Send the request again with a made-up value in that header. If the value is returned as the client IP, the proxy ' +
          'forwards the header of visitors, who can then choose their client IP.',
      }),
    )
    .output(clientIpReport)
    .query(({ ctx }) => ({ ok: true, ...describeClientIp(ctx) })),

  state: publicRead
    .meta(
      rest('GET', '/api/admin/state', 'Check whether an administrator exists', {
        description: 'For sign-in forms: whether to set up first, and whether that needs the setup key.',
        unlisted: true,
      }),
    )
    .output(setupState)
    .query(async ({ ctx }) => ({
      ok: true,
      isSetUp: (await findAdministrator(ctx.em)) !== null,
      needsSetupKey: ctx.policy.setupKey !== null,
    })),
});
