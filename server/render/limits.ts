/** How long a text may take, in milliseconds: usual prose takes 4 µs a character, texts made for it take hours. */
export function longestTime(markdown: string): number {
  return 4_000 + markdown.length / 100;
}

/** How long its HTML may be, in characters: definitions that are used again and again multiply. */
export function longestHtml(markdown: string): number {
  return 1_000_000 + 10 * markdown.length;
}
