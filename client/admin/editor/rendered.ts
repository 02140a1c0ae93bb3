/** A text as the site shows it. */
export interface Rendered {
  html: string;
  /** How many words it has; absent for a text that is too complex to render. */
  words?: number;
  /** Whether readers see it as plain text, since it is too complex to render. */
  tooComplex?: boolean;
}
