import type { RetryOptions } from './retry.ts';

/** The administrator's token, or a function that returns it for each request. */
export type Token = string | null | undefined | (() => string | null | undefined | Promise<string | null | undefined>);

export interface BlogClientOptions {
  /** The URL of the service, such as `https://blog.example`. */
  url: string;
  token?: Token;
  /** Receipts of the visitor's own comments. The newest 20 are sent as X-Comment-Receipt. */
  receipts?: readonly string[];
  /** Sent as X-Setup-Key: for `admin.setup`, and for `admin.login` when failed attempts have locked it. */
  setupKey?: string | undefined;
  /** Replaces the global fetch. */
  fetch?: typeof globalThis.fetch | undefined;
  /** How reads are retried after 429 and 503; false disables retries. */
  retry?: RetryOptions | false | undefined;
}

/** The credentials of the caller. */
export interface Caller {
  token: Token;
  receipts: readonly string[];
}
