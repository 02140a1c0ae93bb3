/**
 * Normalizes a text in time that is linear in its length. Sorting a long run of combining marks takes the square of the
 * run's length, so after every 30 marks it gets a combining grapheme joiner, which shows nothing: the Stream-Safe Text
 * Format of UAX #15, section 13.
 */
export function normalize(text: string, form: 'NFC' | 'NFKC' | 'NFKD' = 'NFC'): string {
  const normalizeRun = (run: string) => run.replace(longRun, '$&\u034f').normalize(form);
  return text.replace(form === 'NFC' ? composable : decomposable, normalizeRun);
}

// NFKC and NFKD make combining marks of the half-width sound marks.
const longRun = /(?:(?!\u034f)[\p{M}\uff9e\uff9f]){30}(?=(?!\u034f)[\p{M}\uff9e\uff9f])/gu;

// All other text is normalized already, and does not compose with what precedes it (UAX #15, section 9). A mark may compose
// with the one character before it.
const composable = /[\0-\u02ff]?[\u0300-\uffff]+/g;
const decomposable = /[\0-\x7f]?[\x80-\uffff]+/g;
