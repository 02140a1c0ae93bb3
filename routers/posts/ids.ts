import type { SqlEntityManager } from '@mikro-orm/sql';

import type { PostKind } from '../../entities/post.ts';
import { appError } from '../errors.ts';
import { reservedIds } from '../pages/reserved.ts';
import { prepared } from '../prepared.ts';
import { slugCandidates } from './slug.ts';

/**
 * Ensures that an id is free, in a transaction that holds the lock of the version counter. A former id of another post
 * no longer redirects there.
 *
 * @throws POST_EXISTS
 */
export async function claimSlug(tx: SqlEntityManager, slug: string): Promise<void> {
  const [taken] = await postCalled(tx, { slug });
  if (taken) {
    throw appError('POST_EXISTS', `A post or page with the id "${slug}" already exists; choose another id.`);
  }
  await deleteFormer(tx, { slug });
}

const postCalled = prepared((db, { slug }: { slug: string }) =>
  db.selectFrom('posts').select('key').where('slug', '=', slug),
);

const deleteFormer = prepared((db, { slug }: { slug: string }) =>
  db.deleteFrom('former_slugs').where('slug', '=', slug),
);

/**
 * The first free slug of `slug`, `slug-2`, `slug-3` …
 *
 * @param takenOf which of some slugs are taken; default: those of posts and pages
 */
export async function freeSlug(tx: SqlEntityManager, slug: string, takenOf = slugsOfPosts): Promise<string> {
  const candidates = slugCandidates(slug);
  for (;;) {
    const some = Array.from({ length: 50 }, () => candidates.next().value);
    const taken = await takenOf(tx, some);
    const free = some.find((candidate) => !taken.includes(candidate));
    if (free !== undefined) return free;
  }
}

/** Returns the function that finds which of some slugs a new post or page cannot have. */
export function takenFor(kind: PostKind): typeof slugsOfPosts {
  if (kind === 'post') return slugsOfPosts;
  return async (tx, some) => [...(await slugsOfPosts(tx, some)), ...some.filter((slug) => reservedIds.has(slug))];
}

/** Those of some slugs that posts or pages have. */
export async function slugsOfPosts(tx: SqlEntityManager, some: string[]): Promise<string[]> {
  const taken = await postsCalled(tx, { some });
  return taken.map(({ slug }) => slug);
}

const postsCalled = prepared((db, { some }: { some: string[] }) =>
  db.selectFrom('posts').select('slug').where('slug', 'in', some),
);
