/** A rendered text. */
export interface Rendered {
  html: string;
  /** The number of words; absent for a text that is too complex. */
  words?: number;
  /** Whether it is too complex to render, and shown as plain text. */
  tooComplex?: boolean;
  /** What the site does not show, such as `<iframe>`, and the line of the text where it is first. */
  droppedAt?: { name: string; line: number }[];
}
