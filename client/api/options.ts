import type { Fetch, Signal } from './platform.ts';

/** The administrator's token, or a function that returns it for each request. */
export type Token = string | null | undefined | (() => string | null | undefined | Promise<string | null | undefined>);

/** How reads are retried when the service is busy or cannot be reached. */
export interface RetryOptions {
  /** The maximum number of attempts, the first one included; by default, `maxWait` is the only limit. */
  attempts?: number | undefined;
  /** Maximum total wait before retries of a call in seconds; default 65. A call that would wait longer fails at once. */
  maxWait?: number | undefined;
}

/** How the client accesses the service. */
export interface BlogClientOptions {
  /** The URL of the service, such as `https://blog.example`. */
  url: string;
  /** The token of a session, or a function that returns it. */
  token?: Token;
  /** Receipts of the visitor's own comments. The newest 20 are sent as X-Comment-Receipt. */
  receipts?: readonly string[];
  /** Sent as X-Setup-Key: for `admin.setup`, and for `admin.login` when failed attempts have locked it. */
  setupKey?: string | undefined;
  /** Replaces the global fetch. */
  fetch?: Fetch | undefined;
  /**
   * How reads are retried after 429, 502, 503, 504 and connection errors: after the seconds that Retry-After names, else
   * after 1, 2, 4 … seconds. False disables retries. Writes are never retried.
   */
  retry?: RetryOptions | false | undefined;
  /** The timeout of an attempt in milliseconds; default 30,000. Imports and exports have none by default. */
  timeout?: number | undefined;
}

/** Options of a call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the signal's reason. */
  signal?: Signal | undefined;
  /** The timeout of an attempt in milliseconds; then it fails with the code TIMEOUT. Infinity: none. */
  timeout?: number | undefined;
}

/** Options of a write. The context that TanStack Query passes to a `mutationFn` is accepted and ignored. */
export type MutationOptions = CallOptions | { readonly client: object };

/** The credentials of the caller. */
export interface Caller {
  /** The token of a session, or a function that returns it. */
  token: Token;
  /** Receipts of the visitor's own comments. */
  receipts: readonly string[];
}
