import { z } from 'zod';

import { keyDays, keyNameLength } from '../../shared/lengths.ts';
import { cleanString, existingId, ok, timestamp } from '../base/schemas.ts';
import { scopeDescriptions, scopes } from '../../shared/key-scopes.ts';

const keyId = { description: 'The id of the key.', examples: ['k-0mm5lxs00a1b2c3d4e5f60718'] };
const scope = z.enum(scopes).meta({
  description: `What the key may do. ${Object.entries(scopeDescriptions)
    .map(([name, does]) => `\`${name}\`: ${does}`)
    .join(' ')}`,
});
const name = { description: 'What the key is for.', examples: ['Static site'] };

export const createInput = z.object({
  name: cleanString(1, keyNameLength.max).meta(name),
  scopes: z
    .array(scope)
    .min(1)
    .max(scopes.length)
    .meta({ description: 'The scopes.', examples: [['read']] }),
  expiresInDays: z
    .int()
    .min(1)
    .max(keyDays.max)
    .optional()
    .meta({ description: 'Days until it expires; absent: never.', examples: [90] }),
});
export type CreateKey = z.output<typeof createInput>;
export const idInput = z.object({ id: existingId.meta(keyId) });

const key = z
  .object({
    id: z.string().meta(keyId),
    name: z.string().meta(name),
    scopes: z.array(scope).meta({ description: 'The scopes.', examples: [['read']] }),
    hint: z.string().meta({ description: 'How the secret begins.', examples: ['oct_mL2v…'] }),
    createdAt: timestamp('When the key was created.'),
    expiresAt: timestamp('When the key expires; null: never.').nullable(),
    lastUsedAt: timestamp('When the key was last used, to within a minute; null: never.').nullable(),
  })
  .meta({ id: 'ApiKey' });
export type KeyShape = z.output<typeof key>;

export const created = z.object({
  ok,
  key,
  secret: z.string().meta({
    description: 'Send it as Authorization: Bearer <secret>. It is shown only here.',
    examples: ['oct_mL2v7cJ0hQe9TnZk4xYd1sWgBfRuAp8iOoKb3NqEtVw'],
  }),
});
export const oneKey = z.object({ ok, key });
export const keyList = z.object({ ok, keys: z.array(key).meta({ description: 'The keys.' }) });
export const revoked = z.object({ ok, id: z.string().meta(keyId) });
