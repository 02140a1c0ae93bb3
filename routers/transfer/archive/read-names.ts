import type { Kysely } from 'kysely';

import type { Tables } from '../../../entities/index.ts';
import { NO_LOOK } from '../../taxonomy/looks.ts';
import type { Batch } from './batches.ts';
import type { ArchivedName } from './records.ts';

/** Tags and categories with a description, a picture, a colour or former names, in one batch: no blog has many of them. */
export async function* readNames(db: Kysely<Tables>): Batch {
  const names = new Map<string, ArchivedName>();
  const of = (kind: ArchivedName['kind'], name: string) => {
    const key = `${kind} ${name}`;
    const known = names.get(key) ?? { kind, name, ...NO_LOOK, formerNames: [] };
    names.set(key, known);
    return known;
  };
  const described = await db.selectFrom('name_descriptions').selectAll().orderBy('kind').orderBy('name').execute();
  for (const { kind, name, ...look } of described) Object.assign(of(kind, name), look);
  const former = await db.selectFrom('former_names').selectAll().orderBy('kind').orderBy('name').execute();
  for (const { kind, name, current_name } of former) of(kind, current_name).formerNames.push(name);
  if (names.size > 0) yield [...names.values()];
}
