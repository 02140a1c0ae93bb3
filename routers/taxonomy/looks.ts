import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import type { NameKind } from './schemas.ts';

/** A tag or category. */
export interface Named {
  kind: NameKind;
  name: string;
}

/** What the page of a tag or category shows beside its posts; "" for what it has not. */
export interface NameLook {
  description: string;
  /** A URL or path. */
  picture: string;
  /** `#rrggbb` */
  color: string;
}

export const NO_LOOK: NameLook = { description: '', picture: '', color: '' };

/** What is stored about a tag or category; undefined for nothing. */
export function findLook(em: SqlEntityManager, { kind, name }: Named): Promise<NameLook | undefined> {
  return kyselyOf(em)
    .selectFrom('name_descriptions')
    .select(['description', 'picture', 'color'])
    .where('kind', '=', kind)
    .where('name', '=', name)
    .executeTakeFirst();
}

/** Replaces what is stored about a tag or category; nothing is stored if all is "". */
export async function writeLook(tx: SqlEntityManager, { kind, name }: Named, look: NameLook): Promise<void> {
  const { description, picture, color } = look;
  const db = kyselyOf(tx);
  if (description + picture + color === '') {
    await db.deleteFrom('name_descriptions').where('kind', '=', kind).where('name', '=', name).execute();
    return;
  }
  const columns = { description, picture, color };
  await db
    .insertInto('name_descriptions')
    .values({ kind, name, ...columns })
    .onConflict((conflict) => conflict.columns(['kind', 'name']).doUpdateSet(columns))
    .execute();
}
