import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import type { CallContext } from '../core/context.ts';
import { appError } from '../base/errors.ts';
import { longTransaction } from '../data/long-transaction.ts';
import { lockVersions } from '../data/sequence.ts';
import { changeNameInCopies } from './change-copies.ts';
import { changeNameInPosts, type NameChange } from './change-posts.ts';
import type { DescribeInput, NameKind, RenameNameInput } from './schemas.ts';

interface Named {
  kind: NameKind;
  name: string;
}

/**
 * Renames a tag or category in all posts, in one transaction. Its URLs redirect to the new ones.
 *
 * @returns the number of changed posts and pages
 * @throws NOT_FOUND, NAME_EXISTS unless `merge` is set
 */
export async function renameName(ctx: CallContext, input: RenameNameInput): Promise<number> {
  const { kind, name, newName, merge } = input;
  return longTransaction(ctx.em, async (tx) => {
    await lockVersions(tx);
    if (!(await exists(tx, { kind, name }))) throw nameNotFound(kind);
    if (name === newName) return 0;
    if (!merge && (await exists(tx, { kind, name: newName }))) throw appError('NAME_EXISTS');
    const changed = await changeEverywhere(ctx, tx, { kind, name, newName });
    await moveDescription(tx, { kind, name }, newName);
    await redirect(tx, { kind, name }, newName);
    return changed;
  });
}

/**
 * Removes a tag or category from all posts, in one transaction, with its description and its former names.
 *
 * @returns the number of changed posts and pages
 * @throws NOT_FOUND
 */
export async function deleteName(ctx: CallContext, named: Named): Promise<number> {
  return longTransaction(ctx.em, async (tx) => {
    await lockVersions(tx);
    if (!(await exists(tx, named))) throw nameNotFound(named.kind);
    const changed = await changeEverywhere(ctx, tx, { ...named, newName: null });
    const db = kyselyOf(tx);
    const { kind, name } = named;
    await db.deleteFrom('name_descriptions').where('kind', '=', kind).where('name', '=', name).execute();
    await db
      .deleteFrom('former_names')
      .where('kind', '=', kind)
      .where(({ eb, or }) => or([eb('name', '=', name), eb('current_name', '=', name)]))
      .execute();
    return changed;
  });
}

/**
 * Describes a tag or category; "" deletes the description.
 *
 * @throws NOT_FOUND
 */
export async function describeName(ctx: CallContext, { description, ...named }: DescribeInput): Promise<void> {
  await ctx.em.fork().transactional(async (tx) => {
    await lockVersions(tx);
    if (!(await exists(tx, named))) throw nameNotFound(named.kind);
    await writeDescription(tx, named, description);
  });
}

/** Replaces a description; "" deletes it. */
export async function writeDescription(
  tx: SqlEntityManager,
  { kind, name }: Named,
  description: string,
): Promise<void> {
  const db = kyselyOf(tx);
  if (description === '') {
    await db.deleteFrom('name_descriptions').where('kind', '=', kind).where('name', '=', name).execute();
    return;
  }
  await db
    .insertInto('name_descriptions')
    .values({ kind, name, description })
    .onConflict((conflict) => conflict.columns(['kind', 'name']).doUpdateSet({ description }))
    .execute();
}

/** Whether posts or pages have a name, or it is described. */
async function exists(tx: SqlEntityManager, { kind, name }: Named): Promise<boolean> {
  if (name === '') return false;
  const db = kyselyOf(tx);
  const used =
    kind === 'tag'
      ? await db.selectFrom('post_tags').select('post_key').where('name', '=', name).limit(1).executeTakeFirst()
      : await db.selectFrom('posts').select('key').where('category', '=', name).limit(1).executeTakeFirst();
  if (used) return true;
  const described = db.selectFrom('name_descriptions').select('name').where('kind', '=', kind).where('name', '=', name);
  return (await described.executeTakeFirst()) !== undefined;
}

async function changeEverywhere({ clock }: CallContext, tx: SqlEntityManager, change: NameChange): Promise<number> {
  const versions = await changeNameInPosts(tx, clock, change);
  await changeNameInCopies(tx, clock, change, versions);
  return versions.size;
}

/** Moves the description to the new name, unless that has one. */
async function moveDescription(tx: SqlEntityManager, { kind, name }: Named, newName: string): Promise<void> {
  const db = kyselyOf(tx);
  const of = (one: string) =>
    db
      .selectFrom('name_descriptions')
      .select('description')
      .where('kind', '=', kind)
      .where('name', '=', one)
      .executeTakeFirst();
  const own = await of(name);
  if (own && !(await of(newName))) await writeDescription(tx, { kind, name: newName }, own.description);
  if (own) await writeDescription(tx, { kind, name }, '');
}

/** Former names redirect directly to the current one, which redirects nowhere: there are neither chains nor loops. */
async function redirect(tx: SqlEntityManager, { kind, name }: Named, newName: string): Promise<void> {
  const db = kyselyOf(tx);
  await db
    .updateTable('former_names')
    .set({ current_name: newName })
    .where('kind', '=', kind)
    .where('current_name', '=', name)
    .execute();
  await db.deleteFrom('former_names').where('kind', '=', kind).where('name', 'in', [name, newName]).execute();
  await db.insertInto('former_names').values({ kind, name, current_name: newName }).execute();
}

function nameNotFound(kind: NameKind) {
  return appError('NOT_FOUND', `There is no ${kind} with this name.`);
}
