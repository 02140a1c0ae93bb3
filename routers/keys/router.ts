import { logSecurityEvent } from '../base/security-events.ts';
import { administrator, rest, router } from '../core/procedures.ts';
import { createKey, getKey, listKeys, revokeKey } from './keys.ts';
import { created, createInput, idInput, keyList, oneKey, revoked, type KeyShape } from './schemas.ts';

/** Requires a session, because a key must not create keys. */
export const keysRouter = router({
  create: administrator
    .meta(
      rest('POST', '/api/admin/keys', 'Create an API key', {
        needsProof: true,
        description: 'The secret is in this response only. There may be 50 keys.',
        status: 201,
        location: ({ key }: { key: KeyShape }) => `/api/admin/keys/${key.id}`,
        errors: ['TOO_MANY_KEYS'],
      }),
    )
    .input(createInput)
    .output(created)
    .mutation(async ({ ctx, input }) => {
      const made = await createKey(ctx, input);
      logSecurityEvent(ctx, 'key.created', { key: made.key.id, scopes: made.key.scopes });
      return { ok: true, ...made };
    }),

  list: administrator
    .meta(rest('GET', '/api/admin/keys', 'List the API keys, newest first'))
    .output(keyList)
    .query(async ({ ctx }) => ({ ok: true, keys: await listKeys(ctx) })),

  get: administrator
    .meta(rest('GET', '/api/admin/keys/{id}', 'Get an API key, without its secret', { errors: ['NOT_FOUND'] }))
    .input(idInput)
    .output(oneKey)
    .query(async ({ ctx, input }) => ({ ok: true, key: await getKey(ctx, input.id) })),

  revoke: administrator
    .meta(
      rest('DELETE', '/api/admin/keys/{id}', 'Revoke an API key', {
        needsProof: true,
        description: 'It stops working at once, in every instance.',
        errors: ['NOT_FOUND'],
      }),
    )
    .input(idInput)
    .output(revoked)
    .mutation(async ({ ctx, input }) => {
      await revokeKey(ctx, input.id);
      logSecurityEvent(ctx, 'key.revoked', { key: input.id });
      return { ok: true, id: input.id };
    }),
});
