/**
 * A text that does not keep a longer one in memory. V8 makes the part of a text as a reference to the whole, so that a
 * URL or a title that is kept would keep the file around it.
 */
export function ownCopy(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}
