import { z } from 'zod';

import { passwordLength } from '../../shared/lengths.ts';
import { typedCode } from './second-factor/schemas.ts';
import { count, existingId, ok, timestamp, typedPassword, zeroOrOne } from '../base/schemas.ts';

const anyPassword = typedPassword(1, passwordLength.max).meta({
  description: 'The password.',
  examples: ['correct horse battery'],
});
const newPassword = z
  .string()
  // NFC leaves at least a quarter of the code points, each of one or two units: no longer text need be normalized.
  .max(8 * passwordLength.max, { abort: true, error: `must have at most ${passwordLength.max} characters` })
  .normalize('NFC')
  .min(passwordLength.min)
  .max(passwordLength.max)
  .meta({ format: 'password', description: 'The new password.', examples: ['correct horse battery'] });
const token = z.string().meta({
  description: 'Send it as Authorization: Bearer <token>.',
  examples: ['mL2v7cJ0hQe9TnZk4xYd1sWgBfRuAp8iOoKb3NqEtVw'],
});
const expiresIn = z.int().meta({ description: 'Seconds until the token expires.', examples: [604_800] });
const expiresAt = timestamp('When the session expires.');
const sessionId = { description: 'The id of the session.', examples: ['s-0mm5lxs00a1b2c3d4e5f60718'] };
const deviceId = { description: 'The id of the device.', examples: ['d-0123456789abcdef0123456789abcdef'] };

export const setupInput = z.object({ password: newPassword });
export const loginInput = z
  .object({
    password: anyPassword.optional(),
    challenge: z
      .string()
      .min(1)
      .max(100)
      .meta({ description: 'The challenge of SECOND_FACTOR_NEEDED, in place of the password.' })
      .optional(),
    code: typedCode.optional(),
  })
  .superRefine(({ password, challenge, code }, refinement) => {
    const missing = challenge === undefined ? password === undefined && 'password' : code === undefined && 'code';
    if (missing !== false) refinement.addIssue({ code: 'custom', path: [missing], message: 'is required' });
  });
export const sessionIdInput = z.object({ id: existingId.meta(sessionId) });
export const deviceIdInput = z.object({ id: existingId.meta(deviceId) });
export const changePasswordInput = z.object({
  current: anyPassword.meta({ description: 'The current password.', examples: ['first password'] }),
  password: newPassword,
});

export const done = z.object({ ok });
const mustChange = z.boolean().meta({ description: 'Whether the password must be changed first.', examples: [false] });
export const signedIn = z.object({ ok, token, expiresIn, mustChange });
export const passwordChanged = z.object({ ok, token, expiresIn });
export const sessionState = z.object({ ok, expiresAt });

const device = z.string().meta({ description: 'Browser and system, from User-Agent.', examples: ['Firefox on Linux'] });
const openSession = z
  .object({
    id: z.string().meta(sessionId),
    device,
    createdAt: timestamp('When the session was opened.'),
    lastUsedAt: timestamp('When it was last used, to within five minutes.'),
    expiresAt,
    current: zeroOrOne.meta({ description: 'Whether it is the session of this request.' }),
  })
  .meta({ id: 'Session' });
export const sessionList = z.object({ ok, sessions: z.array(openSession).meta({ description: 'The open sessions.' }) });

const newDevice = z
  .object({
    id: z.string().meta(deviceId),
    device,
    signedInAt: timestamp('When it was first used to sign in.'),
    sessions: count('Number of its open sessions.', 1),
    current: zeroOrOne.meta({ description: 'Whether it is the device of this request.' }),
  })
  .meta({ id: 'NewDevice' });
export const newDeviceList = z.object({
  ok,
  devices: z.array(newDevice).meta({ description: 'Devices that are not confirmed yet.' }),
});
export const deviceEnded = z.object({
  ok,
  id: z.string().meta(deviceId),
  ended: count('Number of sessions that were ended.', 1),
});
export const deviceConfirmed = z.object({ ok, id: z.string().meta(deviceId) });
export const revoked = z.object({ ok, id: z.string().meta(sessionId) });
export const setupState = z.object({
  ok,
  isSetUp: z.boolean().meta({ description: 'Whether there is an administrator.' }),
  needsSetupKey: z.boolean().meta({ description: 'Whether setup requires the header X-Setup-Key.', examples: [false] }),
});

export const mailState = z.object({
  ok,
  configured: z.boolean().meta({ description: 'Whether SMTP_URL and MAIL_FROM are set.', examples: [true] }),
  from: z
    .string()
    .nullable()
    .meta({
      description: 'The address of the sender; null unless mail is configured.',
      examples: ['blog@blog.example'],
    }),
  test: z.enum(['none', 'waiting', 'failed']).meta({
    description: 'The last test mail: none is left to be sent, it waits, or it was given up.',
    examples: ['none'],
  }),
  reason: z
    .string()
    .nullable()
    .meta({ description: 'Why its last attempt failed.', examples: [null] }),
});

export const clientIpReport = z.object({
  ok,
  clientIp: z.string().meta({ description: 'The client IP of this request.', examples: ['192.0.2.7'] }),
  viaProxy: z.boolean().meta({ description: 'Whether a trusted proxy sent it; the header is read only then.' }),
  header: z
    .object({
      name: z.string().meta({ description: 'Its name in lower case.', examples: ['cf-connecting-ip'] }),
      values: count('Number of values received; the header is used only with exactly one.', 1),
    })
    .meta({ description: 'The client IP header.' }),
});

export type MailState = Omit<z.output<typeof mailState>, 'ok'>;
export type NewDeviceShape = z.output<typeof newDevice>;
export type SessionShape = z.output<typeof openSession>;
