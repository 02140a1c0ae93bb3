/** A limit per minute and client IP. */
export interface Limit {
  /** Part of the counter's key. */
  name: string;
  max: number;
  /** The name in error messages. */
  label: string;
}

/** The state of a limit for the RateLimit-* headers. `reset` is in whole seconds. */
export interface RateLimitState {
  limit: number;
  remaining: number;
  reset: number;
}

/** The length of a window. */
export const WINDOW_MS = 60_000;

/** The factor of write limits for a whole IPv6 /64; reads are counted for exact addresses only. */
export const NETWORK_FACTOR = 10;

/** The limits of docs/interface.md, L1. */
export const limits = {
  search: { name: 'search', max: 60, label: 'searches' },
  everyRead: { name: 'reads', max: 600, label: 'reads' },
  commentAttempts: { name: 'comment-attempts', max: 60, label: 'attempts to comment' },
  comments: { name: 'comments', max: 20, label: 'comments' },
  newThreads: { name: 'new-threads', max: 10, label: 'first comments on pages' },
  replyRequests: { name: 'reply-requests', max: 5, label: 'comments with an e-mail address' },
  commentEdits: { name: 'comment-edits', max: 30, label: 'changes of comments' },
  reactions: { name: 'reactions', max: 30, label: 'reactions' },
  likes: { name: 'likes', max: 30, label: 'likes' },
  views: { name: 'views', max: 120, label: 'views' },
  subscriptions: { name: 'subscriptions', max: 5, label: 'subscriptions' },
  webmentions: { name: 'webmentions', max: 10, label: 'webmentions' },
  passkeyOptions: { name: 'passkey-options', max: 20, label: 'attempts to sign in' },
  passkeySignIns: { name: 'passkey-sign-ins', max: 20, label: 'sign-ins' },
  reports: { name: 'reports', max: 20, label: 'error reports' },
} satisfies Record<string, Limit>;

/** The maximum number of reads of an endpoint per client IP; searches have their own. */
export const READS_A_MINUTE = 240;

/** A limit that a procedure may declare. */
export type WriteLimit = Exclude<keyof typeof limits, 'search' | 'everyRead'>;
