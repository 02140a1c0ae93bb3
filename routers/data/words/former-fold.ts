import { normalize } from '../../../shared/normalize.ts';

/** The form of words in indexes from before 2.26.0, which a job replaces (rebuild.ts). */
export function formerFold(word: string): string {
  const bare = normalize(normalize(word, 'NFKC').toLowerCase(), 'NFKD').replace(
    /[\u0300-\u036f\u00ad\u200c-\u200d\u2060]|\p{Variation_Selector}/gu,
    '',
  );
  return normalize(bare).replaceAll('ς', 'σ');
}
