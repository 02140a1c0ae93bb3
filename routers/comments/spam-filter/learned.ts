import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';

import { kyselyOf } from '../../../entities/kysely.ts';
import { inChunks } from '../../../shared/chunks.ts';
import { countRows } from '../../data/count-rows.ts';
import { prepareQuery } from '../../base/prepare-query.ts';
import { judge, type WordCounts } from './bayes.ts';
import { thresholds, type Reason } from './rules.ts';
import { NO_CONTACT } from './signs.ts';
import { spamWords } from './words.ts';

/** The kind as which the filter learns a comment. */
export type Kind = 'good' | 'spam';

/** The row that counts comments instead of a word. */
const ALL = '';
/** Words for each statement, which limits the number of bound values. */
const AT_ONCE = 500;
/** The words to keep when the filter forgets the rarest. */
const MAX_WORDS = 100_000;
/**
 * The probabilities from which a comment is held, and is spam. A comment that names no site and no contact is seldom
 * spam: its words must be clearer.
 */
const levels = { leading: { spam: 0.97, held: 0.6 }, plain: { spam: 0.99, held: 0.95 } };
/** How many words a reason names. */
const NAMED = 5;
const GOOD = { below: 0.1, points: -2 };

/** The points that a text gets by what the filter has learned on this blog; null if it has learned too little. */
export async function learnedReason(em: SqlEntityManager, author: string, content: string): Promise<Reason | null> {
  const words = spamWords(author, content);
  const rows = await countsOf(em, { words: padWords([ALL, ...words]) });
  const counts = new Map<string, WordCounts>(
    rows.map(({ word, good, spam }) => [word, { good: atLeastZero(good), spam: atLeastZero(spam) }]),
  );
  const totals = counts.get(ALL);
  counts.delete(ALL);
  const judged = totals && judge(counts, totals);
  if (!judged) return null;
  const { probability, deciding } = judged;
  const points = toPoints(probability, words.includes(NO_CONTACT) ? levels.plain : levels.leading);
  if (points === 0) return null;
  const named = deciding
    .filter((one) => one.probability > 0.5 === points > 0)
    .filter(({ word }) => !isBeginningOf(word, words))
    .slice(0, NAMED)
    .map(({ word }) => word.replace(/^host:/, ''));
  return { rule: 'learned', points, detail: `${Math.round(probability * 100)} %: ${named.join(', ')}` };
}

/** Whether another of the words is the full form of one such as `inves…`. */
function isBeginningOf(word: string, words: readonly string[]): boolean {
  return word.endsWith('…') && words.some((other) => other !== word && other.startsWith(word.slice(0, -1)));
}

function toPoints(probability: number, { spam, held }: { spam: number; held: number }): number {
  if (probability >= spam) return thresholds.spam;
  if (probability >= held) return thresholds.held;
  return probability < GOOD.below ? GOOD.points : 0;
}

/** Another version learns other words: a word may have been unlearned more often than it was learned. */
function atLeastZero(number: number): number {
  return Math.max(0, number);
}

/** A power of two long, so that few statements have to be compiled. */
function padWords(words: string[]): string[] {
  const length = 2 ** Math.ceil(Math.log2(words.length));
  return [...words, ...Array<string>(length - words.length).fill(ALL)];
}

const countsOf = prepareQuery((db, { words }: { words: string[] }) =>
  db.selectFrom('spam_words').select(['word', 'good', 'spam']).where('word', 'in', words),
);

/** A comment with the kind as which the filter has learned it. */
interface Learnable {
  key: number;
  author: string;
  content: string;
  learned: Kind | null;
}

/**
 * Learns comments as good or as spam, or forgets them, in the transaction of the owner's decision. What was learned of
 * them before is undone.
 *
 * @param kind null forgets
 */
export async function learn(tx: SqlEntityManager, comments: readonly Learnable[], kind: Kind | null): Promise<void> {
  const changes = new Map<string, WordCounts>();
  const changed = comments.filter(({ learned }) => learned !== kind);
  for (const { author, content, learned } of changed) {
    for (const word of [ALL, ...spamWords(author, content)]) {
      const counts = changes.get(word) ?? { good: 0, spam: 0 };
      if (kind) counts[kind]++;
      if (learned) counts[learned]--;
      changes.set(word, counts);
    }
  }
  await count(tx, changes);
  const keys = changed.map(({ key }) => key);
  for (const some of inChunks(keys, AT_ONCE)) {
    await kyselyOf(tx).updateTable('comment_checks').set({ learned: kind }).where('comment_key', 'in', some).execute();
  }
}

async function count(tx: SqlEntityManager, changes: ReadonlyMap<string, WordCounts>): Promise<void> {
  // In one order everywhere, so that two transactions never wait for each other.
  const rows = [...changes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([word, counts]) => ({ word, ...counts }));
  for (const some of inChunks(rows, AT_ONCE)) {
    await kyselyOf(tx)
      .insertInto('spam_words')
      .values(some)
      .onConflict((conflict) =>
        conflict.column('word').doUpdateSet(({ ref }) => ({
          good: sql`spam_words.good + ${ref('excluded.good')}`,
          spam: sql`spam_words.spam + ${ref('excluded.spam')}`,
        })),
      )
      .execute();
  }
  // A word without counts is of no use, and may be a name.
  for (const some of inChunks(rows, AT_ONCE)) {
    const words = some.map(({ word }) => word);
    await withoutCounts(tx).where('word', 'in', words).execute();
  }
}

function withoutCounts(em: SqlEntityManager) {
  return kyselyOf(em).deleteFrom('spam_words').where('good', '<=', 0).where('spam', '<=', 0);
}

/** Forgets words without counts, which versions up to 2.23.0 kept, and those met once, when there are too many. */
export async function forgetRareWords(em: SqlEntityManager): Promise<void> {
  const db = kyselyOf(em);
  const words = db.selectFrom('spam_words');
  // Usually there is none, and deleting nothing would lock an SQLite file as well.
  if ((await countRows(words.where('good', '<=', 0).where('spam', '<=', 0))) > 0) await withoutCounts(em).execute();
  if ((await countRows(words)) <= MAX_WORDS) return;
  await db
    .deleteFrom('spam_words')
    .where('word', '<>', ALL)
    .where(({ eb }) => eb(sql`good + spam`, '<=', 1))
    .execute();
}
