import type { ImportComment, ImportPost } from '../index.ts';
import type { MetaFields } from './meta-fields.ts';
import type { Simplify } from './html/to-markdown.ts';
import type { Refused } from './unfit.ts';

/** The text of an export, which can be read more than once. */
export interface SourceText {
  /** The name of the file. */
  name: string;
  /** Where it is on the disk; absent in a browser. */
  path?: string | undefined;
  /** The text in pieces, from its beginning. */
  open(): AsyncIterable<string>;
}

/** The data that the owner gives about the old blog. */
export interface KnownOfBlog {
  oldUrl?: string | undefined;
  permalink?: string | undefined;
}

/** A format that can be imported. It runs in Node and in the browser alike. */
export interface Importer {
  /** As in `octavo import <name>`. */
  name: string;
  /** The system whose exports it reads. */
  system: string;
  /** Whether its exports have comments and no posts. */
  commentsOnly?: true;
  /** Whether its exports may have e-mail addresses of writers of comments. */
  hasEmails?: true;
  /**
   * Whether a file has this format.
   *
   * @param start the first 64 KB of the file
   */
  recognizes(start: string): boolean;
  /**
   * Reads an export as a stream: each post before its comments, each comment before its replies.
   *
   * @param known what formats do not contain: the URL of the blog, and the pattern of its addresses
   * @throws Error with one sentence if the file is damaged
   */
  read(source: SourceText, known?: KnownOfBlog): AsyncGenerator<SourceItem, void>;
}

/**
 * Something in an export, or a note about it. `place` is where it is, as the report shows it. `thread` is the URL under
 * which a comment was written, if its post is not in the export but here already.
 */
export type SourceItem =
  | PostItem
  | { kind: 'comment'; place: string; comment: ImportComment; thread?: string | undefined }
  | { kind: 'skipped'; place: string; reason: string }
  | Refused
  | { kind: 'notes'; place: string; reason: string };

/** A post of an export. */
export interface PostItem {
  kind: 'post';
  place: string;
  /** Its fields without the text. */
  post: Omit<ImportPost, 'content' | 'id'>;
  /** The requested id, in the format of ids. */
  slug: string;
  /** Its URL in the source. */
  url?: string | undefined;
  /** Its number, by which links such as `/?p=12` lead to it. */
  number?: string;
  /** Old paths from the site's root. */
  aliases: string[];
  /** `simplify` replaces what only its system knows. */
  text: { html: string; simplify?: Simplify } | { markdown: string };
  /** Why it is a draft. */
  draftBecause?: string | undefined;
  /** Shortcodes that stay as text. */
  shortcodes?: string[];
  /** What it says to search engines and to those who share it. */
  meta?: MetaFields;
  /** Fields that Octavo does not have. */
  fields?: string[];
  /** Further notes. */
  notes: string[];
}
