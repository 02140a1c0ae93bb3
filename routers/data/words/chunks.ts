/** A part of a query between spaces or in quotation marks. */
export interface Chunk {
  text: string;
  /** Whether it is in quotation marks. */
  isPhrase: boolean;
  /** Whether a hyphen before it excludes it. */
  isExcluded: boolean;
}

/** The marks that end a quotation, by the mark that begins it. Keyboards replace one kind by another. */
const closing: Readonly<Record<string, string>> = {
  '"': '"“”＂',
  '＂': '"“”＂',
  '“': '"“”',
  '”': '"“”',
  '„': '"“”',
  '«': '»',
  '»': '«',
  '「': '」',
  '『': '』',
};

const space = /\s/;
const hebrew = /\p{sc=Hebr}/u;
/** A hyphen before a word or a quotation. */
const exclusion = new RegExp(
  `[-－−](?=[${Object.keys(closing).join('')}\\p{L}\\p{N}\\p{Extended_Pictographic}\\p{RI}])`,
  'uy',
);

/** Splits a query. A quotation that is not closed ends with the query; a hyphen inside a word excludes nothing. */
export function splitQuery(query: string): Chunk[] {
  const chunks: Chunk[] = [];
  let at = 0;
  while (at < query.length) {
    if (space.test(query[at]!)) {
      at++;
      continue;
    }
    const isExcluded = excludesAt(query, at);
    if (isExcluded) at++;
    const closers = opensAt(query, at);
    const isPhrase = closers !== undefined;
    if (isPhrase) at++;
    let end = at;
    while (end < query.length && !endsAt(query, end, closers)) end++;
    chunks.push({ text: query.slice(at, end), isPhrase, isExcluded });
    at = isPhrase ? end + 1 : end;
  }
  return chunks;
}

function excludesAt(query: string, at: number): boolean {
  if (at > 0 && !space.test(query[at - 1]!)) return false;
  exclusion.lastIndex = at;
  return exclusion.test(query);
}

function opensAt(query: string, at: number): string | undefined {
  return isGershayim(query, at) ? undefined : closing[query[at] ?? ''];
}

function endsAt(query: string, at: number, closers: string | undefined): boolean {
  if (closers !== undefined) return closers.includes(query[at]!) && !isGershayim(query, at);
  return space.test(query[at]!) || opensAt(query, at) !== undefined;
}

/** Whether it is the mark of a Hebrew abbreviation, which most people type as a quotation mark: צה"ל. */
function isGershayim(query: string, at: number): boolean {
  return query[at] === '"' && hebrew.test(query[at - 1] ?? '') && hebrew.test(query[at + 1] ?? '');
}
