import type { SqlEntityManager } from '@mikro-orm/sql';
import type { ExpressionBuilder } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import { kyselyOf } from '../../entities/kysely.ts';
import { seesHidden } from '../base/callers.ts';
import { timestamp } from '../base/clock.ts';
import type { CallContext } from '../core/context.ts';
import { hiddenPostsAt, isOutsideTrash, trashKeys } from '../posts/visible.ts';

/**
 * The time at which a post must be public so that the caller sees its comments; undefined if the caller sees all: the
 * administrator, also by a link in a mail, and keys with the scope `drafts`.
 */
export function visibleUntil(ctx: Pick<CallContext, 'caller' | 'clock'>): string | undefined {
  return ctx.caller?.kind === 'key' && !seesHidden(ctx) ? timestamp(ctx.clock) : undefined;
}

/** The condition of comments on posts and pages that are not public. @param now ISO 8601 in UTC */
export function onHidden(now: string) {
  return ({ eb }: ExpressionBuilder<Tables, 'comments'>) => eb('comments.post_key', 'in', hiddenPostsAt(now));
}

/** The condition of all other comments, those of the guestbook included. */
export function onPublic(now: string) {
  return ({ eb, or }: ExpressionBuilder<Tables, 'comments'>) =>
    or([eb('comments.post_key', 'is', null), eb('comments.post_key', 'not in', hiddenPostsAt(now))]);
}

/** The condition of comments on posts in the trash, which nobody sees. */
export function onTrash({ eb }: ExpressionBuilder<Tables, 'comments'>) {
  return eb('comments.post_key', 'in', trashKeys);
}

/** The condition of all other comments, by a look at the post of each. */
export function outsideTrash({ not, exists, selectFrom }: ExpressionBuilder<Tables, 'comments'>) {
  const posts = selectFrom('posts').select('posts.key').whereRef('posts.key', '=', 'comments.post_key');
  return not(exists(posts.where(({ not: isNot }) => isNot(isOutsideTrash))));
}

/** These ids without those of comments that are hidden from the caller. */
export async function visibleIds(ctx: CallContext, em: SqlEntityManager, ids: readonly string[]): Promise<string[]> {
  const hidden = await hiddenAmong(ctx, em, ids);
  return ids.filter((id) => !hidden.has(id));
}

/** Which of these comments are hidden from the caller. */
export async function hiddenAmong(
  ctx: CallContext,
  em: SqlEntityManager,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const now = visibleUntil(ctx);
  const rows = await kyselyOf(em)
    .selectFrom('comments')
    .select('comments.id')
    .where('comments.id', 'in', ids)
    .where(now === undefined ? onTrash : onHidden(now))
    .execute();
  return new Set(rows.map(({ id }) => id));
}
