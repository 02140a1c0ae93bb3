import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import type { CallContext } from '../core/context.ts';
import { appError } from '../base/errors.ts';
import { longTransaction } from '../data/long-transaction.ts';
import { lockVersions } from '../data/sequence.ts';
import { checkCover } from '../posts/cover.ts';
import { changeNameInCopies } from './change-copies.ts';
import { changeNameInPosts, type NameChange } from './change-posts.ts';
import { findLook, NO_LOOK, writeLook, type Named, type NameLook } from './looks.ts';
import type { DescribeInput, NameKind, RenameNameInput } from './schemas.ts';

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
    await moveLook(tx, { kind, name }, newName);
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
 * Describes a tag or category; absent fields stay as they are, and "" deletes one.
 *
 * @throws NOT_FOUND, BAD_REQUEST (a picture that discloses a password)
 */
export function describeName(ctx: CallContext, { kind, name, ...changes }: DescribeInput): Promise<NameLook> {
  const named = { kind, name };
  return ctx.em.fork().transactional(async (tx) => {
    await lockVersions(tx);
    if (!(await exists(tx, named))) throw nameNotFound(kind);
    const before = (await findLook(tx, named)) ?? NO_LOOK;
    checkCover(changes.picture, [before.picture], 'picture');
    const after = withoutAbsent(before, changes);
    await writeLook(tx, named, after);
    return after;
  });
}

function withoutAbsent(look: NameLook, { description, picture, color }: Partial<NameLook>): NameLook {
  return {
    description: description ?? look.description,
    picture: picture ?? look.picture,
    color: color ?? look.color,
  };
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

/** Moves description, picture and colour to the new name, unless that has its own. */
async function moveLook(tx: SqlEntityManager, { kind, name }: Named, newName: string): Promise<void> {
  const own = await findLook(tx, { kind, name });
  if (!own) return;
  const there = await findLook(tx, { kind, name: newName });
  await writeLook(
    tx,
    { kind, name: newName },
    {
      description: there?.description || own.description,
      picture: there?.picture || own.picture,
      color: there?.color || own.color,
    },
  );
  await writeLook(tx, { kind, name }, NO_LOOK);
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
