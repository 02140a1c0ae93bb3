import { kyselyOf } from '../../entities/kysely.ts';
import { timestamp } from '../base/clock.ts';
import type { CallContext } from '../core/context.ts';
import { countList } from '../posts/totals.ts';
import { findLook, NO_LOOK, type NameLook } from './looks.ts';
import type { NameKind } from './schemas.ts';

/** The description, the picture and the colour of a tag or category; "" for what it has not. */
export async function readLook({ em }: Pick<CallContext, 'em'>, kind: NameKind, name: string): Promise<NameLook> {
  return (await findLook(em, { kind, name })) ?? NO_LOOK;
}

/**
 * The name that a tag or category has now.
 *
 * @returns null for other names, and for those of no public post, so that drafts disclose none
 */
export async function currentName({ em, clock }: CallContext, kind: NameKind, name: string): Promise<string | null> {
  const row = await kyselyOf(em)
    .selectFrom('former_names')
    .select('current_name')
    .where('kind', '=', kind)
    .where('name', '=', name)
    .executeTakeFirst();
  if (!row) return null;
  const { total } = await countList(em, { now: timestamp(clock), [kind]: row.current_name });
  return total > 0 ? row.current_name : null;
}
