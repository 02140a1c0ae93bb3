/** A limit: how many a minute each client IP may make. */
export interface Limit {
  /** Part of the counter's key. */
  name: string;
  max: number;
  /** What the error calls it. */
  label: string;
}

/** The state of a limit, as the headers RateLimit-* show it. `reset` is in whole seconds. */
export interface RateLimitState {
  limit: number;
  remaining: number;
  reset: number;
}

/** The length of every window. */
export const WINDOW_MS = 60_000;

/** How many times the write limits a whole IPv6 /64 has; reads are counted for exact addresses only. */
export const NETWORK_FACTOR = 10;

/** The figures of docs/interface.md, L1. */
export const limits = {
  search: { name: 'search', max: 60, label: 'searches' },
  everyRead: { name: 'reads', max: 600, label: 'reads' },
  commentAttempts: { name: 'comment-attempts', max: 60, label: 'attempts to comment' },
  comments: { name: 'comments', max: 20, label: 'comments' },
  commentEdits: { name: 'comment-edits', max: 30, label: 'changes of comments' },
  likes: { name: 'likes', max: 30, label: 'likes' },
  views: { name: 'views', max: 120, label: 'views' },
  reports: { name: 'reports', max: 20, label: 'error reports' },
} satisfies Record<string, Limit>;

/** How many reads of one endpoint a client IP may make; searches have a figure of their own. */
export const READS_A_MINUTE = 240;

/** What a procedure may name as its own limit. */
export type WriteLimit = Exclude<keyof typeof limits, 'search' | 'everyRead'>;
