import { kyselyOf } from '../../entities/kysely.ts';
import type { CallContext } from '../core/context.ts';
import { findErased } from '../mail/confirmations/erased.ts';
import { countRows } from '../data/count-rows.ts';
import { findEnded } from '../subscribers/ended.ts';
import { MAX_COMMENTS, type KeptData, type Person } from './schemas.ts';
import { selectComments, selectRows, findTraces } from './traces.ts';

/** Everything that is stored about an e-mail address or an IP address. */
export async function listKept(ctx: CallContext, person: Person): Promise<KeptData> {
  const traces = await findTraces(ctx, person);
  const db = kyselyOf(ctx.em);
  const comments = await selectComments(db, traces)
    .leftJoin('posts', 'posts.key', 'comments.post_key')
    .select(['comments.id', 'comments.author', 'comments.content', 'comments.created_at', 'comments.status'])
    .select(['comments.section', 'posts.slug'])
    .orderBy('comments.key', 'desc')
    .limit(MAX_COMMENTS)
    .execute();
  const { counts } = await selectRows(ctx.em, traces);
  return {
    kind: person.kind,
    comments: comments.map(({ id, author, content, status, created_at: date, section, slug }) => ({
      id,
      post: section ?? slug ?? '',
      author,
      content,
      date,
      status,
    })),
    total: await countRows(selectComments(db, traces)),
    ...counts,
    ended: (await findEnded(ctx.em, [traces.ended])).size,
    erased: (await findErased(ctx.em, [traces.mailbox])).size,
  };
}
