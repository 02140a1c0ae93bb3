import type { Replacement } from '../../../routers/data/files/targets.ts';
import type { MailedContent } from '../../../routers/core/mail-texts.ts';

/** A heading that the table of contents lists. */
export interface TocEntry {
  /** The id of the heading in the HTML. */
  id: string;
  /** Plain text. */
  text: string;
  level: 2 | 3;
}

/** What a text contains and the site does not show. */
export interface Gone {
  /** An element or attribute, such as `<iframe>` or `<p style>`. */
  name: string;
  /** The line of the text where it is first, from 1. */
  line: number;
}

/** The result of rendering Markdown. */
export interface Rendered {
  /** Sanitised HTML, to be put under a heading of level 1. */
  html: string;
  /** Its headings of level 2 and 3, in document order. */
  toc: TocEntry[];
  /** The number of visible words; a Chinese or Japanese character counts as one. */
  words: number;
  /** What is not shown, each once; absent if the text was rendered before, and stored. */
  gone?: Gone[];
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

/** A text whose URLs are wanted, or are to be replaced. */
export interface UrlTask {
  markdown: string;
  /** Absent: what the URLs lead to. */
  replacement?: Replacement;
}

/** A page of another site that may mention a post. */
export interface MentionTask {
  html: string;
  /** Its URL. */
  url: string;
  /** The URL of the post. */
  target: string;
}

/** The HTML of a post that is to be mailed. */
export interface MailTask {
  /** With absolute URLs and the sizes of pictures. */
  post: string;
  /** The locale of the site. */
  language: string;
}

/** A mail whose styles are to be written into its elements. */
export interface StyleTask {
  document: string;
}

/** What such a page contains. The texts are plain; "" if the page has none. */
export interface ReadMention {
  /** The first URLs of the site that it links to, without query and fragment; that of the post comes first. */
  links: string[];
  hasMoreLinks: boolean;
  author: string;
  text: string;
  pageTitle: string;
}

/** A task of the thread that reads texts. */
export type Task = Source | UrlTask | MentionTask | MailTask | StyleTask;

/** Renders a text. Resolves to null if it exceeds a limit; rejects if a retry may succeed. */
export type Render = (source: Source) => Promise<Rendered | null>;

/** Reads a text. Resolves to null if it exceeds a limit; rejects if a retry may succeed. */
export interface ReadText {
  (task: Source): Promise<Rendered | null>;
  /** The targets of the URLs in it (`findTarget`). */
  (task: UrlTask & { replacement?: never }): Promise<string[] | null>;
  /** The text with other URLs. */
  (task: Required<UrlTask>): Promise<string | null>;
  /** Where on the site of a post a page links to, and what it says. */
  (task: MentionTask): Promise<ReadMention | null>;
  /** The text of a post in both parts of a mail. */
  (task: MailTask): Promise<MailedContent | null>;
  /** A mail with its styles in its elements. */
  (task: StyleTask): Promise<string | null>;
}
