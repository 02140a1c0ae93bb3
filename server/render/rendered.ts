/** A heading that the table of contents lists. */
export interface TocEntry {
  /** The id of the heading in the HTML. */
  id: string;
  /** Plain text. */
  text: string;
  level: 2 | 3;
}

/** The result of rendering Markdown. */
export interface Rendered {
  /** Sanitised HTML, to be put under a heading of level 1. */
  html: string;
  /** Its headings of level 2 and 3, in document order. */
  toc: TocEntry[];
  /** The number of visible words; a Chinese or Japanese character counts as one. */
  words: number;
}

/** The HTML that readers see. */
export interface Shown extends Rendered {
  /** Whether the text is too complex to render, and shown as plain text. */
  tooComplex: boolean;
  /** Whether it is a placeholder because rendering failed temporarily; must not be cached. */
  isProvisional?: true;
}

/** A text to render. */
export interface Source {
  markdown: string;
  /** The URL of the site, such as `https://blog.example`, whose links are not external; "" if unknown. */
  site: string;
  /** The locale of the site, such as `zh-CN`, for the heading of footnotes. */
  language: string;
}

/** Renders a text. Resolves to null if it exceeds a limit; rejects if a retry may succeed. */
export type Render = (source: Source) => Promise<Rendered | null>;
