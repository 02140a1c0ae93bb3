import { kyselyOf } from '../../entities/kysely.ts';
import { moderateMany } from '../comments/moderate.ts';
import { auditDeed } from '../core/audit.ts';
import type { CallContext } from '../core/context.ts';
import { moderationActions, type ModerationAction } from '../comments/mailed-comments.ts';

/** A comment that a link of a mail is about. */
export interface LinkedComment {
  author: string;
  content: string;
  /** ISO 8601 in UTC. */
  date: string;
  state: LinkedState;
}

/** The state of a comment; `gone`: there is none with this id. */
export type LinkedState = 'approved' | 'pending' | 'spam' | 'gone';

/** The state after each action. */
export const stateAfter: Readonly<Record<ModerationAction, LinkedState>> = {
  approve: 'approved',
  hold: 'pending',
  spam: 'spam',
  delete: 'gone',
};

/** The comment with this id; undefined if it was deleted. */
export async function linkedComment({ em }: Pick<CallContext, 'em'>, id: string): Promise<LinkedComment | undefined> {
  const row = await kyselyOf(em)
    .selectFrom('comments')
    .select(['author', 'content', 'created_at', 'status', 'verdict'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { author, content, created_at: date, status, verdict } = row;
  return { author, content, date, state: status === 'pending' && verdict === 'spam' ? 'spam' : status };
}

/** Performs the action of a link, unless it is done already. */
export async function moderateByLink(ctx: CallContext, action: ModerationAction, id: string): Promise<void> {
  const comment = await linkedComment(ctx, id);
  if (!comment || comment.state === stateAfter[action]) return;
  const deed = { subject: 'comments', action: `comments.${action}`, objects: [] };
  await auditDeed(ctx, 'mail', deed, () => moderateMany(ctx, { action, ids: [id] }));
}

export function isModerationAction(text: string | undefined): text is ModerationAction {
  return moderationActions.some((action) => action === text);
}
