import { SIGN } from './signs.ts';

/** The number of comments of each kind that contain a word. */
export interface WordCounts {
  good: number;
  spam: number;
}

/** The probability that a comment with a word is spam: 0 to 1. */
export interface WordWeight {
  word: string;
  probability: number;
}

/** Fewer decisions of the owner teach nothing. */
const MIN_LEARNED = 5;
/** The words that decide: those farthest from 0.5. */
const DECIDING = 40;
/** Robinson's smoothing: a word that was never met counts as 0.5, with the weight of one comment. */
const STRENGTH = 1;
const UNKNOWN = 0.5;
/** Good comments have signs such as a link too: signs alone never make spam, and none says more than this. */
const SIGN_MOST = 0.9;

/**
 * The probability that a comment is spam, and the words that decided: naive Bayes for each word, combined by Fisher's
 * method, which stays near 0.5 where words contradict each other (https://www.linuxjournal.com/article/6467). With the
 * plain product of odds, a few words that occur everywhere held every tenth real comment (bench/results/spam.md).
 *
 * @param totals the number of comments learned of each kind
 * @returns null as long as there is too little to judge by
 */
export function judge(
  words: ReadonlyMap<string, WordCounts>,
  totals: WordCounts,
): { probability: number; deciding: WordWeight[] } | null {
  if (totals.good < MIN_LEARNED || totals.spam < MIN_LEARNED) return null;
  const deciding = [...words]
    .map(([word, counts]) => ({ word, probability: spamProbability(word, counts, totals) }))
    .sort((a, b) => distance(b) - distance(a))
    .slice(0, DECIDING);
  const likeSpam = agreement(deciding.map(({ probability }) => probability));
  const likeGood = agreement(deciding.map(({ probability }) => 1 - probability));
  const probability = (1 + likeSpam - likeGood) / 2;
  const hasSpamWord = deciding.some((one) => one.probability > UNKNOWN && !one.word.startsWith(SIGN));
  return { probability: hasSpamWord ? probability : Math.min(probability, UNKNOWN), deciding };
}

function spamProbability(word: string, { good, spam }: WordCounts, totals: WordCounts): number {
  const inSpam = spam / totals.spam;
  const inGood = good / totals.good;
  const raw = inSpam + inGood === 0 ? UNKNOWN : inSpam / (inSpam + inGood);
  const met = good + spam;
  const probability = (STRENGTH * UNKNOWN + met * raw) / (STRENGTH + met);
  return word.startsWith(SIGN) ? Math.min(probability, SIGN_MOST) : probability;
}

function distance({ probability }: WordWeight): number {
  return Math.abs(probability - UNKNOWN);
}

/**
 * Fisher's method: how seldom independent probabilities are as high as these by chance.
 *
 * @returns near 1 when they are high together
 */
function agreement(probabilities: readonly number[]): number {
  // The upper tail of chi-square with two degrees of freedom for each probability, which is a finite sum.
  const half = -probabilities.reduce((sum, probability) => sum + Math.log(probability), 0);
  let term = Math.exp(-half);
  let tail = term;
  for (let at = 1; at < probabilities.length; at++) {
    term *= half / at;
    tail += term;
  }
  return Math.min(1, tail);
}
