/** A limit: so many a minute for each client address. */
export interface Limit {
  /** Part of the counter's key. */
  name: string;
  max: number;
  /** What the refusal calls it. */
  says: string;
}

/** What the headers RateLimit-* tell. `reset` is in whole seconds. */
export interface Standing {
  limit: number;
  remaining: number;
  reset: number;
}

/** The length of every window, in milliseconds. */
export const WINDOW = 60_000;

/** How many times the write limits a whole IPv6 /64 has; reads are counted for exact addresses only. */
export const NETWORK_FACTOR = 10;

/** The figures of interface.md (Limits) and decisions.md. */
export const limits = {
  search: { name: 'search', max: 60, says: 'searches' },
  everyRead: { name: 'reads', max: 600, says: 'reads' },
  commentAttempts: { name: 'comment-attempts', max: 60, says: 'attempts to comment' },
  comments: { name: 'comments', max: 20, says: 'comments' },
  commentEdits: { name: 'comment-edits', max: 30, says: 'changes of comments' },
  likes: { name: 'likes', max: 30, says: 'likes' },
  views: { name: 'views', max: 120, says: 'views' },
  reports: { name: 'reports', max: 20, says: 'error reports' },
} satisfies Record<string, Limit>;

/** What a procedure may name as its own limit. */
export type WriteLimit = Exclude<keyof typeof limits, 'search' | 'everyRead'>;

/** The limit of one read endpoint for itself. */
export function readLimit(endpoint: string): Limit {
  const known = readLimits.get(endpoint);
  if (known) return known;
  const limit = { name: `read:${endpoint}`, max: 240, says: 'reads of this kind' };
  readLimits.set(endpoint, limit);
  return limit;
}

/** One object an endpoint; searches have a figure of their own. */
const readLimits = new Map<string, Limit>([['search.query', limits.search]]);
