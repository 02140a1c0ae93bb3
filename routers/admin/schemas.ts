import { z } from 'zod';

import { existingId, moment, ok, typedPassword, zeroOrOne } from '../schemas.ts';
import { PASSWORD_LENGTH } from './passwords.ts';

const anyPassword = typedPassword(0, PASSWORD_LENGTH.max);
const newPassword = z
  .string()
  .normalize('NFC')
  .min(PASSWORD_LENGTH.min)
  .max(PASSWORD_LENGTH.max)
  .meta({ format: 'password' });
const token = z.string().meta({ description: 'Send it as Authorization: Bearer <token>.' });
const expiresIn = z.int().meta({ description: 'Seconds until the token ends.' });

export const setupInput = z.object({ password: newPassword });
export const loginInput = z.object({ password: anyPassword });
export const sessionIdInput = z.object({ id: existingId });
export const changePasswordInput = z.object({ current: anyPassword, password: newPassword });

export const done = z.object({ ok });
export const signedIn = z.object({ ok, token, expiresIn, mustChange: z.boolean() });
export const passwordChanged = z.object({ ok, token, expiresIn });
export const sessionState = z.object({ ok, expiresAt: moment });

const openSession = z
  .object({
    id: z.string(),
    device: z.string(),
    createdAt: moment,
    lastUsedAt: moment.meta({ description: 'To within five minutes.' }),
    expiresAt: moment,
    current: zeroOrOne.meta({ description: 'Whether this request comes from it.' }),
  })
  .meta({ id: 'Session' });
export const sessionList = z.object({ ok, sessions: z.array(openSession) });

const newDevice = z
  .object({
    id: z.string(),
    device: z.string(),
    signedInAt: moment,
    sessions: z
      .int()
      .min(0)
      .meta({ description: 'How many of its sessions are open.', examples: [1] }),
    current: zeroOrOne.meta({ description: 'Whether this request comes from it.' }),
  })
  .meta({ id: 'NewDevice' });
export const newDeviceList = z.object({ ok, devices: z.array(newDevice) });
export const deviceEnded = z.object({ ok, id: z.string(), ended: z.int().min(0) });
export const revoked = z.object({ ok, id: z.string() });
export const setupState = z.object({ ok, isSetUp: z.boolean(), needsSetupKey: z.boolean() });

const bytes = z.int().min(0);

const healthFacts = {
  release: z.string(),
  node: z.string(),
  uptime: z.int().min(0).meta({ description: 'Seconds since the process that answers was started.' }),
  workers: z
    .int()
    .min(1)
    .meta({ description: 'How many processes serve: always 1.', examples: [1] }),
  database: z.object({
    engine: z.enum(['sqlite', 'postgres']),
    version: z.string().meta({ description: 'Of the engine; empty while it does not answer.', examples: ['18.1'] }),
    bytes,
    ok: z.boolean().meta({ description: 'Whether it answers.' }),
  }),
  counters: z.object({
    store: z.enum(['memory', 'redis']).meta({ description: 'Where requests are counted.' }),
    ok: z.boolean().meta({ description: 'Whether it counts; limits let everybody pass while it does not.' }),
  }),
  disk: z
    .object({ free: bytes, total: bytes.meta({ description: 'Bytes that it has.', examples: [40_000_000_000] }) })
    .nullable()
    .meta({ description: 'Where the file of SQLite lies.' }),
  memory: z.object({ resident: bytes }),
  complexPosts: z
    .array(z.string())
    .meta({ description: 'Ids of posts that are too complex to render; readers see them as plain text. At most 20.' }),
  notices: z
    .array(z.enum(['WORKERS_OBSOLETE', 'CLIENT_IP_UNCHECKED']))
    .meta({ description: 'What the owner should change in the configuration.', examples: [['WORKERS_OBSOLETE']] }),
};
export const health = z.object({ ok, ...healthFacts });

export const arrival = z.object({
  ok,
  clientIp: z.string().meta({ description: 'The client IP that this request counts for.', examples: ['192.0.2.7'] }),
  viaProxy: z.boolean().meta({ description: 'Whether it came from a trusted proxy; the header is read only then.' }),
  header: z.object({
    name: z.string().meta({ description: 'The header that is read, in lower case.', examples: ['cf-connecting-ip'] }),
    values: z.int().min(0).meta({ description: 'How many values arrived; only a single one is believed.' }),
  }),
});

export type HealthFacts = Omit<z.output<typeof health>, 'ok'>;
export type NewDeviceShape = z.output<typeof newDevice>;
export type SessionShape = z.output<typeof openSession>;
