import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import { sizePath } from '../data/files/size-paths.ts';

/** Where a file is now. */
export interface OtherPlace {
  path: string;
  /** False for a smaller version that is not made yet: until then, the file itself is shown. */
  isPermanent: boolean;
}

/**
 * Where the file is that replaced the one at a path, or of which this is a smaller version; null when there is none.
 */
export async function findOtherPlace(em: SqlEntityManager, path: string): Promise<OtherPlace | null> {
  const [, stem, width] = /^(.+-[0-9a-f]{8})-(\d+)\.webp$/.exec(path) ?? [];
  const db = kyselyOf(em);
  const old = db
    .selectFrom('media_redirects')
    .innerJoin('media', 'media.key', 'media_redirects.media_key')
    .select(['media.path', 'media.sizes']);
  if (stem === undefined) {
    const next = await old.where('media_redirects.path', '=', path).executeTakeFirst();
    return next?.path ? { path: next.path, isPermanent: true } : null;
  }
  const [from, to] = stemBounds(stem);
  const file = db.selectFrom('media').select('path').where('path', '>', from).where('path', '<', to);
  const unmade = await file.where('sizes', 'is', null).executeTakeFirst();
  if (unmade?.path) return { path: unmade.path, isPermanent: false };
  const next = await old
    .where('media_redirects.path', '>', from)
    .where('media_redirects.path', '<', to)
    .executeTakeFirst();
  if (!next?.path) return null;
  const widths = JSON.parse(next.sizes ?? '[]') as number[];
  const isMade = widths.includes(Number(width));
  return { path: isMade ? sizePath(next.path, Number(width)) : next.path, isPermanent: next.sizes !== null };
}

/** The path of the file that replaced the one with this path without its extension; null when there is none. */
export async function findReplacement(em: SqlEntityManager, stem: string): Promise<string | null> {
  const [from, to] = stemBounds(stem);
  const next = await kyselyOf(em)
    .selectFrom('media_redirects')
    .innerJoin('media', 'media.key', 'media_redirects.media_key')
    .select('media.path')
    .where('media_redirects.path', '>', from)
    .where('media_redirects.path', '<', to)
    .executeTakeFirst();
  return next?.path ?? null;
}

/** The bounds of paths with any extension: "/" follows "." in the order of texts. */
export function stemBounds(stem: string): [from: string, to: string] {
  return [`${stem}.`, `${stem}/`];
}
