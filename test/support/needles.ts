/**
 * The markers that a text contains in any form: plain, or with JSON escapes, entities, percent-encoding, marks of a
 * snippet, hexadecimal, or base64 at any offset.
 */
export function wordsIn(text: string, words: readonly string[]): string[] {
  const forms = [text, unescaped(text), text.replaceAll(/(?:<|&lt;|\\u003c)\/?mark(?:>|&gt;|\\u003e)/gi, '')].map(
    (form) => form.toLowerCase(),
  );
  return words.filter(
    (word) =>
      forms.some((form) => form.includes(word.toLowerCase())) ||
      forms[0]?.includes(Buffer.from(word).toString('hex')) ||
      inBase64(word).some((form) => text.includes(form)),
  );
}

/** The base64 of a word at an offset of 0, 1 or 2; only the characters that depend on the word alone. */
export function inBase64(word: string): string[] {
  return [0, 1, 2].map((offset) => {
    const length = Buffer.byteLength(word);
    const text = Buffer.concat([Buffer.alloc(offset), Buffer.from(word)]).toString('base64');
    const from = Math.ceil((offset * 8) / 6);
    return text.slice(from, Math.floor(((offset + length) * 8) / 6));
  });
}

function unescaped(text: string): string {
  return text
    .replaceAll(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(/&#x([0-9a-f]{1,4});/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(/&#(\d{1,5});/g, (_, digits: string) => String.fromCharCode(Number(digits)));
}
