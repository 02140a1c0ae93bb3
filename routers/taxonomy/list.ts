import type { Kysely } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import { fold, foldSought } from '../../shared/fold.ts';
import { timestamp } from '../base/clock.ts';
import type { CallContext } from '../core/context.ts';
import { parseList } from '../posts/columns.ts';
import { isOutsideTrash, isPage, isPublished } from '../posts/visible.ts';
import { readerOf } from '../core/reader.ts';
import type { NamedShape, NameKind, NameListInput } from './schemas.ts';

/** Some of the tags or categories in use or with a description, and their number. */
export async function listNames(
  ctx: CallContext,
  { kind, page, pageSize, search = '', sort }: NameListInput,
): Promise<{ names: NamedShape[]; total: number }> {
  const term = foldSought(search);
  const isWanted = ({ name, description }: NamedShape) => [name, description].some((text) => fold(text).includes(term));
  const found = (await allNames(readerOf(ctx), kind, timestamp(ctx.clock))).filter(isWanted).sort(orders[sort]);
  return { names: found.slice((page - 1) * pageSize, page * pageSize), total: found.length };
}

function byName(a: NamedShape, b: NamedShape): number {
  return a.name.localeCompare(b.name) || (a.name < b.name ? -1 : 1);
}

const orders: Record<NameListInput['sort'], (a: NamedShape, b: NamedShape) => number> = {
  posts: (a, b) => b.published + b.others - a.published - a.others || byName(a, b),
  name: byName,
};

/** By the stored lengths of lists (migration 0005), which count scheduled posts as published, and pages as posts. */
async function allNames(db: Kysely<Tables>, kind: NameKind, now: string): Promise<NamedShape[]> {
  const names = new Map<string, NamedShape>();
  const of = (name: string) => {
    const known = names.get(name) ?? {
      name,
      description: '',
      picture: '',
      color: '',
      published: 0,
      others: 0,
      pages: 0,
    };
    names.set(name, known);
    return known;
  };
  const totals = await db
    .selectFrom('list_totals')
    .select(['name', 'status', 'total'])
    .where('kind', '=', kind)
    .where('name', '<>', '')
    .execute();
  for (const { name, status, total } of totals) of(name)[countedAs(status)] += total;
  for (const { names: its, isPage: isOfPage, status } of await countedElsewhere(db, kind, now)) {
    for (const name of its) {
      of(name)[countedAs(status)] -= 1;
      of(name)[isOfPage ? 'pages' : 'others'] += 1;
    }
  }
  const described = await db
    .selectFrom('name_descriptions')
    .select(['name', 'description', 'picture', 'color'])
    .where('kind', '=', kind)
    .execute();
  for (const { name, ...look } of described) Object.assign(of(name), look);
  return [...names.values()];
}

function countedAs(status: string): 'published' | 'others' {
  return status === 'published' ? 'published' : 'others';
}

/** Scheduled posts, and pages: few, and found by an index. */
async function countedElsewhere(db: Kysely<Tables>, kind: NameKind, now: string) {
  const scheduled = await db
    .selectFrom('posts')
    .select(['posts.category', 'posts.tags', 'posts.status'])
    .where('posts.publish_at', '>', now)
    .where(isPublished)
    .where('posts.kind', '=', 'post')
    .execute();
  const pages = await db
    .selectFrom('posts')
    .select(['posts.category', 'posts.tags', 'posts.status'])
    .where(isPage)
    .where(isOutsideTrash)
    .execute();
  return [
    ...scheduled.map((row) => ({ ...row, isPage: false })),
    ...pages.map((row) => ({ ...row, isPage: true })),
  ].map(({ category, tags, ...row }) => ({
    ...row,
    names: kind === 'tag' ? parseList(tags) : [category].filter((name) => name !== ''),
  }));
}
