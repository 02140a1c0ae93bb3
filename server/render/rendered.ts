/** A heading that the table of contents lists. */
export interface TocEntry {
  /** The id of the heading in the HTML. */
  id: string;
  /** Plain text. */
  text: string;
  level: 2 | 3;
}

/** What a text in Markdown becomes. */
export interface Rendered {
  /** Sanitised HTML, to be put under a heading of level 1. */
  html: string;
  /** Its headings of level 2 and 3, in their order. */
  toc: TocEntry[];
  /** How many words a reader sees; a Chinese or Japanese character counts as one. */
  words: number;
}

/** What readers are shown of a text. */
export interface Shown extends Rendered {
  /** Whether the text is too complex to render: it is shown as plain text. */
  tooComplex: boolean;
  /** Whether it stands in for a text that could not be rendered at this moment: nobody may keep it. */
  isProvisional?: true;
}

/** A text to be rendered. */
export interface Source {
  markdown: string;
  /** The address of the site, such as `https://blog.example`, whose links are not external; "" when nobody knows it. */
  site: string;
  /** The locale of the site, such as `zh-CN`: footnotes have a heading. */
  language: string;
}

/** Renders one text; null when that takes more time or space than there is for one. Rejects when it may work later. */
export type Render = (source: Source) => Promise<Rendered | null>;
