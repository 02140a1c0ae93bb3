/** A text as the site shows it. */
export interface Rendered {
  html: string;
  words: number;
}
