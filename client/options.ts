import type { RetryOptions } from './retry.ts';

/** The administrator's token, or a function that gives it at each request. */
export type Token = string | null | undefined | (() => string | null | undefined | Promise<string | null | undefined>);

export interface BlogClientOptions {
  /** Where the service is, such as `https://blog.example`. */
  url: string;
  token?: Token;
  /** Receipts of the visitor's own comments, sent as X-Comment-Receipt: the newest 20 of them. */
  receipts?: readonly string[];
  /** Sent as X-Setup-Key, for `admin.setup` and in an emergency for `admin.login`. */
  setupKey?: string | undefined;
  /** Used in place of the global fetch. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Whether and how reads are tried again after 429 and 503; false for never. */
  retry?: RetryOptions | false | undefined;
}

/** Who calls. */
export interface Caller {
  token: Token;
  receipts: readonly string[];
}
