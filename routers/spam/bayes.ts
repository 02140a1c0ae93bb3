/** In how many comments of each kind a word was. */
export interface WordCounts {
  good: number;
  spam: number;
}

/** How much a word speaks for spam: 0 to 1. */
export interface WordWeight {
  word: string;
  probability: number;
}

/** Fewer decisions of the owner teach nothing. */
const MIN_LEARNED = 5;
/** The words that decide: those farthest from 0.5. */
const DECIDING = 15;
/** Robinson's smoothing: a word that was never met counts as 0.5, with the weight of one comment. */
const STRENGTH = 1;
const UNKNOWN = 0.5;

/**
 * The probability that a comment is spam, by naive Bayes with Robinson's estimate of each word
 * (https://radio-weblogs.com/0101454/stories/2002/09/16/spamDetection.html), and the words that decided.
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
    .map(([word, counts]) => ({ word, probability: probabilityOf(counts, totals) }))
    .sort((a, b) => distance(b) - distance(a))
    .slice(0, DECIDING);
  // The odds of independent words multiply; as logarithms they do not underflow.
  const odds = deciding.reduce((sum, { probability }) => sum + Math.log(probability) - Math.log(1 - probability), 0);
  return { probability: 1 / (1 + Math.exp(-odds)), deciding };
}

function probabilityOf({ good, spam }: WordCounts, totals: WordCounts): number {
  const inSpam = spam / totals.spam;
  const inGood = good / totals.good;
  const raw = inSpam + inGood === 0 ? UNKNOWN : inSpam / (inSpam + inGood);
  const met = good + spam;
  return (STRENGTH * UNKNOWN + met * raw) / (STRENGTH + met);
}

function distance({ probability }: WordWeight): number {
  return Math.abs(probability - UNKNOWN);
}
