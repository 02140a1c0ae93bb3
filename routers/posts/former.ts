import { canonicalId } from '../../shared/post-id.ts';
import type { PostKind } from '../../entities/post.ts';
import { decodePercent } from '../../shared/decode-percent.ts';
import { timestamp } from '../base/clock.ts';
import type { CallContext } from '../core/context.ts';
import { withoutTrailing } from '../base/text.ts';
import { prepareQuery } from '../base/prepare-query.ts';
import { visibleAt } from './visible.ts';

interface Found {
  id: string;
  kind: PostKind;
}

const current = prepareQuery((db, { slug, now }: { slug: string; now: string }) =>
  db
    .selectFrom('former_slugs')
    .innerJoin('posts', 'posts.key', 'former_slugs.post_key')
    .select(['posts.slug as id', 'posts.kind'])
    .where('former_slugs.slug', '=', slug)
    .where(visibleAt(now, 'any')),
);

const atPath = prepareQuery((db, { paths, now }: { paths: string[]; now: string }) =>
  db
    .selectFrom('redirects')
    .innerJoin('posts', 'posts.key', 'redirects.post_key')
    .select(['posts.slug as id', 'posts.kind'])
    .where('redirects.path', 'in', paths)
    .where(visibleAt(now, 'any')),
);

/**
 * The post or page that was imported from this path of another site.
 *
 * @param path undecoded, with or without a trailing slash
 * @returns null if there is no public one
 */
export async function findByFormerPath(
  { em, clock }: Pick<CallContext, 'em' | 'clock'>,
  path: string,
): Promise<Found | null> {
  const short = withoutTrailing(path, '/');
  // The tilde is the only unreserved character that older software encodes, and imports store paths unchanged.
  const encoded = ['%7E', '%7e'].map((tilde) => short.replaceAll('~', tilde));
  const [post] = await atPath(em, { paths: [short, decodePercent(short), ...encoded], now: timestamp(clock) });
  return post ?? null;
}

/**
 * The post or page that had this id before.
 *
 * @returns null for other ids, and for posts that are not public, so that drafts are not disclosed
 */
export async function findByFormerId({ em, clock }: CallContext, formerId: string): Promise<Found | null> {
  const [post] = await current(em, { slug: canonicalId(formerId), now: timestamp(clock) });
  return post ?? null;
}
