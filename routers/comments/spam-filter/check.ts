import type { SqlEntityManager } from '@mikro-orm/sql';

import type { Verdict } from '../../../entities/comment.ts';
import { withoutIgnorable } from '../../../shared/invisible.ts';
import { timestamp } from '../../base/clock.ts';
import type { CallContext } from '../../core/context.ts';
import { prepareQuery } from '../../base/prepare-query.ts';
import { sha256 } from '../../base/secrets.ts';
import { codePoints, foldCase } from '../../base/text.ts';
import { learnedReason } from './learned.ts';
import { textReasons, thresholds, type Reason, type Written } from './rules.ts';
import { blockReasons, writerHashes } from './writers.ts';

/** A shorter text, such as "Thank you!", may be the same by chance. */
const MIN_SAME_TEXT = 30;
/** The points for each comment with the same text, up to those of spam. */
const SAME_TEXT = 3;

/** The findings of the spam filter about a comment. */
export interface Check {
  verdict: Verdict;
  score: number;
  reasons: Reason[];
  ipHash: string;
  nameHash: string;
  textHash: string | null;
}

/**
 * Checks a comment before it is stored.
 *
 * @param own the key of the comment itself, when it is edited
 * @returns null while the filter is off
 */
export async function checkComment(ctx: CallContext, written: Written, own?: number): Promise<Check | null> {
  const { spamFilter, spamLinks, spamBlocklist } = await ctx.settings.current();
  if (!spamFilter) return null;
  const writer = await writerHashes(ctx, written.author);
  const textHash = hashText(written.content);
  const learned = await learnedReason(ctx.em, written.author, written.content);
  const reasons = [
    ...textReasons(written, { maxLinks: spamLinks, blocklist: spamBlocklist }),
    ...(await blockReasons(ctx.em, writer)),
    ...(await sameTextReasons(ctx.em, textHash, own)),
    ...(learned ? [learned] : []),
  ];
  const score = reasons.reduce((sum, { points }) => sum + points, 0);
  return {
    verdict: toVerdict(score),
    score,
    reasons,
    ipHash: writer.ip.current,
    nameHash: writer.name.current,
    textHash,
  };
}

function toVerdict(score: number): Verdict {
  if (score >= thresholds.spam) return 'spam';
  return score >= thresholds.held ? 'held' : 'good';
}

/** Null for a short text. */
function hashText(content: string): string | null {
  const text = foldCase(withoutIgnorable(content)).replaceAll(/\s+/g, ' ');
  return codePoints(text) < MIN_SAME_TEXT ? null : sha256(text);
}

async function sameTextReasons(em: SqlEntityManager, textHash: string | null, own?: number): Promise<Reason[]> {
  if (textHash === null) return [];
  const others = (await sameText(em, { textHash })).filter(({ comment_key }) => comment_key !== own).length;
  if (others === 0) return [];
  return [{ rule: 'sameText', points: Math.min(others * SAME_TEXT, thresholds.spam), detail: String(others) }];
}

const sameText = prepareQuery((db, { textHash }: { textHash: string }) =>
  db.selectFrom('comment_checks').select('comment_key').where('text_hash', '=', textHash).limit(10),
);

/** Stores the findings about a comment, in the transaction that stores the comment. */
export async function storeCheck(
  tx: SqlEntityManager,
  { clock }: Pick<CallContext, 'clock'>,
  key: number,
  { verdict, score, reasons, ipHash, nameHash, textHash }: Check,
): Promise<void> {
  const found = { score, reasons: JSON.stringify(reasons), ipHash, nameHash, textHash };
  await insertCheck(tx, { key, ...found, since: verdict === 'spam' ? timestamp(clock) : null });
}

type Row = { key: number; since: string | null; reasons: string } & Omit<Check, 'verdict' | 'reasons'>;

const insertCheck = prepareQuery((db, { key, since, score, reasons, ipHash, nameHash, textHash }: Row) => {
  const found = {
    score,
    reasons,
    ip_hash: ipHash,
    name_hash: nameHash,
    text_hash: textHash,
    spam_since: since,
  };
  return db
    .insertInto('comment_checks')
    .values({ comment_key: key, ...found })
    .onConflict((conflict) => conflict.column('comment_key').doUpdateSet(found));
});
