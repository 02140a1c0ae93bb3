import type { SqlEntityManager } from '@mikro-orm/sql';

import type { PostKind } from '../../entities/post.ts';
import { appError } from '../base/errors.ts';
import { reservedIds } from '../../shared/reserved-ids.ts';
import { prepareQuery } from '../base/prepare-query.ts';
import { slugCandidates } from './slug.ts';

/**
 * Ensures that an id is free, in a transaction that holds the lock of the version counter. A former id of another post
 * no longer redirects there.
 *
 * @throws POST_EXISTS
 */
export async function claimSlug(tx: SqlEntityManager, slug: string): Promise<void> {
  const [taken] = await postWithSlug(tx, { slug });
  if (taken) throw appError('POST_EXISTS', takenReason(slug, taken.kind, taken.trash_until !== null));
  await deleteFormer(tx, { slug });
}

function takenReason(slug: string, kind: PostKind, isInTrash: boolean): string {
  if (!isInTrash) return `A post or page with the id "${slug}" already exists; choose another id.`;
  return `A ${kind} with the id "${slug}" is in the trash: restore it, delete it for ever, or choose another id.`;
}

const postWithSlug = prepareQuery((db, { slug }: { slug: string }) =>
  db.selectFrom('posts').select(['kind', 'trash_until']).where('slug', '=', slug),
);

const deleteFormer = prepareQuery((db, { slug }: { slug: string }) =>
  db.deleteFrom('former_slugs').where('slug', '=', slug),
);

/**
 * The first free slug of `slug`, `slug-2`, `slug-3` …
 *
 * @param takenOf finds which of these slugs are taken; default: by posts and pages
 */
export async function freeSlug(tx: SqlEntityManager, slug: string, takenOf = slugsOfPosts): Promise<string> {
  const candidates = slugCandidates(slug);
  for (;;) {
    const batch = Array.from({ length: 50 }, () => candidates.next().value);
    const taken = await takenOf(tx, batch);
    const free = batch.find((candidate) => !taken.includes(candidate));
    if (free !== undefined) return free;
  }
}

/** Returns the function that finds which of these slugs a new post or page cannot have. */
export function takenIdFinder(kind: PostKind): typeof slugsOfPosts {
  if (kind === 'post') return slugsOfPosts;
  return async (tx, slugs) => [...(await slugsOfPosts(tx, slugs)), ...slugs.filter((slug) => reservedIds.has(slug))];
}

/** Those of these slugs that posts or pages have. */
export async function slugsOfPosts(tx: SqlEntityManager, slugs: string[]): Promise<string[]> {
  const taken = await postsWithSlugs(tx, { slugs });
  return taken.map(({ slug }) => slug);
}

const postsWithSlugs = prepareQuery((db, { slugs }: { slugs: string[] }) =>
  db.selectFrom('posts').select('slug').where('slug', 'in', slugs),
);
