import { timestamp } from '../base/clock.ts';
import type { CallContext } from '../core/context.ts';
import { appError } from '../base/errors.ts';
import { CHANGES_KEPT } from '../events/keep.ts';
import { visibleAt } from '../posts/visible.ts';
import { prepareQuery } from '../base/prepare-query.ts';
import { readerOf } from '../core/reader.ts';
import { readSequences } from '../data/sequence.ts';
import { parseCursor, formatCursor, type Cursor } from './cursor.ts';
import type { ChangesInput, ChangeShape } from './schemas.ts';

interface Page {
  changes: ChangeShape[];
  cursor: string;
  more: boolean;
}

/**
 * The public changes after a cursor or, without one, all public posts in order of creation. Changes during the listing
 * follow it, because the sequence is read from its position at the first call.
 *
 * @throws BAD_REQUEST, CURSOR_EXPIRED
 */
export async function listChanges(ctx: CallContext, { after, limit }: ChangesInput): Promise<Page> {
  const requested = after === undefined ? null : parseCursor(after);
  // Read before the posts: a commit in between is repeated as a change.
  const marks = await readMarks(ctx);
  if (requested && !isKept(requested, marks)) throw appError('CURSOR_EXPIRED');
  const cursor = requested ?? { epoch: marks.epoch, seq: marks.last, key: 0 };
  return cursor.key === undefined ? pageOfChanges(ctx, cursor, limit) : pageOfPosts(ctx, cursor, limit, marks.last);
}

interface Marks {
  epoch: number;
  last: number;
  deleted: number;
}

async function readMarks({ em }: CallContext): Promise<Marks> {
  const { epoch, changes, ...rest } = await readSequences(em, ['epoch', 'changes', 'changes.deleted']);
  return { epoch, last: changes, deleted: rest['changes.deleted'] };
}

function isKept({ epoch, seq }: Cursor, marks: Marks): boolean {
  return epoch === marks.epoch && seq <= marks.last && seq >= marks.deleted;
}

async function pageOfPosts(ctx: CallContext, cursor: Cursor, limit: number, last: number): Promise<Page> {
  const { key = 0, ...start } = cursor;
  const rows = await publicPosts(ctx.em, { key, now: timestamp(ctx.clock), limit: limit + 1 }, readerOf(ctx));
  const page = rows.slice(0, limit);
  const isOver = rows.length <= limit;
  return {
    changes: page.map(({ slug, version }) => ({ id: slug, version, deleted: false })),
    cursor: formatCursor(isOver ? start : { ...start, key: page.at(-1)!.key }),
    more: !isOver || last > start.seq,
  };
}

async function pageOfChanges(ctx: CallContext, cursor: Cursor, limit: number): Promise<Page> {
  const rows = await changesAfter(ctx.em, { seq: cursor.seq, limit: limit + 1 });
  const oldest = timestamp(ctx.clock, -CHANGES_KEPT);
  // They may be deleted at any time.
  if (rows.some(({ at }) => at < oldest)) throw appError('CURSOR_EXPIRED');
  const page = rows.slice(0, limit);
  return {
    changes: page.map(({ post_id, version, deleted, redirects_to }) => ({
      id: post_id,
      version,
      deleted: deleted === 1,
      ...(redirects_to !== null && { redirectsTo: redirects_to }),
    })),
    cursor: formatCursor({ ...cursor, seq: page.at(-1)?.seq ?? cursor.seq }),
    more: rows.length > limit,
  };
}

const publicPosts = prepareQuery((db, { key, now, limit }: { key: number; now: string; limit: number }) =>
  db
    .selectFrom('posts')
    .select(['posts.key', 'posts.slug', 'posts.version'])
    .where('posts.key', '>', key)
    .where(visibleAt(now))
    .orderBy('posts.key')
    .limit(limit),
);

const changesAfter = prepareQuery((db, { seq, limit }: { seq: number; limit: number }) =>
  db.selectFrom('post_changes').selectAll().where('seq', '>', seq).orderBy('seq').limit(limit),
);
