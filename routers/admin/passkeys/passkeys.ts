import { kyselyOf } from '../../../entities/kysely.ts';
import { Passkey } from '../../../entities/second-factor.ts';
import type { CallContext } from '../../core/context.ts';
import { appError } from '../../base/errors.ts';
import { relyingParty } from '../../core/sign-in/second-factor.ts';
import type { PasskeyShape } from './schemas.ts';

/** The passkeys, oldest first, and the host of new ones. */
export async function listPasskeys({
  em,
  settings,
}: CallContext): Promise<{ host: string | null; passkeys: PasskeyShape[] }> {
  const host = relyingParty((await settings.current()).siteUrl);
  const rows = await kyselyOf(em)
    .selectFrom('passkeys')
    .select(['id', 'name', 'rp_id as host', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return { host, passkeys: rows.map((row) => ({ ...row, usable: row.host === host ? (1 as const) : (0 as const) })) };
}

/** @throws NOT_FOUND */
export async function renamePasskey(ctx: CallContext, id: string, name: string): Promise<PasskeyShape> {
  await ctx.em.fork().transactional(async (tx) => {
    if ((await tx.nativeUpdate(Passkey, { id }, { name })) === 0) throw passkeyNotFound();
  });
  return getPasskey(ctx, id);
}

/** @throws NOT_FOUND */
export async function getPasskey(ctx: CallContext, id: string): Promise<PasskeyShape> {
  const found = (await listPasskeys(ctx)).passkeys.find((one) => one.id === id);
  if (!found) throw passkeyNotFound();
  return found;
}

/**
 * Removes a passkey. Sessions that it opened go on.
 *
 * @throws NOT_FOUND
 */
export async function removePasskey({ em }: CallContext, id: string): Promise<void> {
  await em.fork().transactional(async (tx) => {
    if ((await tx.nativeDelete(Passkey, { id })) === 0) throw passkeyNotFound();
  });
}

function passkeyNotFound() {
  return appError('NOT_FOUND', 'There is no passkey with this id.');
}
