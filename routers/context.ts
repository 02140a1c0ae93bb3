import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';

import type { Tables } from '../entities/index.ts';
import type { HashQueue } from './admin/hash-queue.ts';
import type { HealthFacts } from './admin/schemas.ts';
import type { LoginLimiter } from './admin/login-limiter.ts';
import type { Clock } from './clock.ts';
import type { DatabaseFailure } from './database-errors.ts';
import type { AppError } from './errors.ts';
import type { Scope } from './keys/scopes.ts';
import type { KeyStore } from './keys/store.ts';
import type { CounterStore } from './limits/counters.ts';
import type { RateLimitState } from './limits/table.ts';
import type { SettingsStore } from './settings/store.ts';
import type { ViewBuffer } from './stats/view-buffer.ts';

/** What the owner decided outside the database, as far as procedures need it. */
export interface Policy {
  /** The release, such as 2.10.104. */
  release: string;
  /** Wins over the stored site address. */
  siteUrl: string | null;
  setupKey: string | null;
  /** Further origins that may read across origins and comment. */
  corsOrigins: readonly string[];
}

/** The proxies that are trusted to send the client IP. */
export interface TrustedProxies {
  /** The name of the header in which they send it, in lower case. */
  header: string;
  /** @param peer the other end of a connection */
  isTrusted(peer: string | undefined): boolean;
}

/** What limits tell whoever watches. */
export interface LimitEvents {
  decided(limit: string, passed: boolean): void;
  /** The counter store is away, and a request passed uncounted. */
  storeFailed(): void;
}

/** What a text in Markdown becomes. */
export interface RenderedText {
  html: string;
  toc: { id: string; text: string; level: 2 | 3 }[];
  words: number;
}

/**
 * Kysely for expensive reads: searches, statistics, long lists. On an SQLite file each is a read-only connection in a thread
 * of its own, so that it delays only other expensive reads, and visitors never delay the owner. They see everything that was
 * committed before the call; they have no transactions and take part in none.
 */
export interface Readers<DB = Tables> {
  visitors: Kysely<DB>;
  owner: Kysely<DB>;
}

/** What lives as long as the process and every call shares. */
export interface Services {
  /** The one EntityManager to fork from; never used by itself. */
  em: SqlEntityManager;
  readers: Readers;
  clock: Clock;
  log: Logger;
  /** Told of each call that failed because of the database; it logs when the database goes and when it is back. */
  databaseFailed(error: unknown, failure: DatabaseFailure): void;
  policy: Policy;
  proxies: TrustedProxies;
  /** The line in which the administrator's passwords wait to be hashed. */
  hashing: HashQueue;
  /** PBKDF2 rounds of a new password hash. */
  passwordRounds: number;
  /** The line of the passwords of encrypted posts. */
  encrypting: HashQueue;
  loginLimiter: LoginLimiter;
  keys: KeyStore;
  counters: CounterStore;
  limitEvents: LimitEvents;
  /** How the service is doing. */
  health(): Promise<HealthFacts>;
  /** Wipes what the database engine still keeps of text that was just replaced. */
  scrub(): Promise<void>;
  settings: SettingsStore;
  /** The HTML that the site shows for a text in Markdown, its headings of level 2 and 3, and how many words it has. */
  render(markdown: string): Promise<RenderedText>;
  /**
   * The HTML that the site shows for a post, with absolute URLs.
   *
   * @param base the origin of these URLs
   */
  renderPost(post: { id: string; content: string }, base: string): Promise<{ html: string; isProvisional: boolean }>;
  views: ViewBuffer;
}

/** What calls say to the answer beside their output. */
export interface Reply {
  rateLimit?: RateLimitState | undefined;
  /** Whether it shows what only stands in for something at this moment: nobody may keep it. */
  isProvisional?: true;
}

/** What a request says about itself, read once by the server. */
export interface RequestFacts {
  /** The client IP in its one spelling. */
  clientIp: string;
  /** The IP address of the connection itself, which may be a proxy's. */
  peer: string | undefined;
  /** Every value of a header as it was received, one for each line. */
  valuesOf(name: string): readonly string[];
  /** Scheme, host and port that the request was sent to, such as `http://localhost:3000`. */
  ownOrigin: string;
  origin: string | undefined;
  /** The header Sec-Fetch-Site. */
  fetchSite: string | undefined;
  /** Receipts for the visitor's own comments, from X-Comment-Receipt. */
  receipts: readonly string[];
  setupKey: string | undefined;
  userAgent: string | undefined;
  /** The versions that If-Match names (REST only), `*` for any; undefined without the header. */
  ifMatch: readonly (number | '*')[] | undefined;
  /** Whether it looks like a program's: what it writes waits for the administrator. */
  suspicious: boolean;
  /** Why the body could not be read; thrown when it is the body's turn. */
  deferredBodyError: AppError | undefined;
}

/** The administrator's session that the request's token belongs to. */
export interface AdministratorSession {
  kind: 'session';
  id: string;
  tokenHash: string;
  expiresAt: string;
  lastUsedAt: string;
  /** Whether the password must be changed first. */
  mustChange: boolean;
}

/** The API key that the request's token is. */
export interface CallerKey {
  kind: 'key';
  id: string;
  scopes: readonly Scope[];
  /** As of the session: the password must be changed first. */
  mustChange: boolean;
}

/** Who calls: the administrator by a session, a program by a key, or anyone. */
export type Caller = AdministratorSession | CallerKey | null;

/** What a request brings to its calls. */
export interface RequestContext extends Services {
  request: RequestFacts;
  reply: Reply;
  caller: Caller;
  /** Whether it is for one public read, which was counted already, and has an EntityManager of its own. */
  single: boolean;
}

/** What one call gets: the request's context with an EntityManager of its own. */
export type CallContext = RequestContext;
