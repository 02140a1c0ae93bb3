import { sql } from 'kysely';

import type { Comment, Verdict } from '../../../entities/comment.ts';

/** Whether a comment is spam. An approved one is not: versions up to 2.23.0 kept the verdict at the approval. */
export function isSpam({ status, verdict }: Pick<Comment, 'status' | 'verdict'>): boolean {
  return status === 'pending' && verdict === 'spam';
}

/** The verdict of a comment after the owner has approved or held it: it is no longer spam. */
export function decidedVerdict(verdict: Comment['verdict']): Comment['verdict'] {
  return verdict === 'spam' ? 'held' : verdict;
}

/** The same in SQL. */
export const decidedVerdictColumn = sql<Verdict | null>`case when verdict = 'spam' then 'held' else verdict end`;
