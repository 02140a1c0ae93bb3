import type { CallContext } from '../../routers/context.ts';
import type { Answer } from '../http/answer.ts';

/** What everybody gets who reads one address: how it is known, counted, made and kept. */
export interface Reading {
  /** What was asked for, by its parsed input: two spellings of one question have one key. */
  key: string;
  /** Such as `GET /api/posts/{id}`, for log and metrics. */
  route: string;
  /** The procedure whose limit counts it; null for pages and feeds, which count towards all reads only. */
  limit: string | null;
  /** What the answer depends on, as tags of commits (migration 0003). */
  tags: readonly string[];
  /** Seconds after which it is made anew whatever happens; absent: only when a tag is touched. */
  lasts?: number;
  /** Questions in free text have a small budget of their own. */
  isSearch: boolean;
  /** Whether the administrator, and writers of comments by their receipts, get an answer of their own. */
  isPersonal: boolean;
  /** Whether the answer holds the site's address; it is not kept while none is set. */
  isAbsolute: boolean;
  /** Makes the answer, or throws what `fail` tells. */
  make(call: CallContext): Promise<Made>;
  /** What is answered when making it, or counting it, threw. */
  fail(error: unknown): Answer | Promise<Answer>;
}

/** A good answer as it was made. */
export interface Made {
  type: string;
  body: string;
  /** A strong entity tag; absent where nobody may keep the answer. */
  tag?: string;
  /** When it last changed, in milliseconds since 1970. */
  modified?: number;
}

/** Finds what a path and query, both undecoded, ask for; null when it is nothing that everybody reads alike. */
export type Finder = (path: string, query: string) => Reading | null;
