/** What was begun to be written and not sent, by the comment that it is about; it outlives the form. */
const texts = new Map<string, string>();

/** Where the text of a form is kept. */
export type Begun = `${'reply' | 'edit'}:${string}`;

/** Keeps it at each key: a filter or a link may take the form away. */
export function keepBegun(begun: Begun, text: string): void {
  texts.set(begun, text);
}

/** The text, if one was begun. */
export function begunText(begun: Begun): string | undefined {
  return texts.get(begun);
}

/** It was sent, or given up. */
export function forgetBegun(begun: Begun): void {
  texts.delete(begun);
}
