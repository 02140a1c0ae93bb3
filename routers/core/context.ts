import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Kysely } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import type { PostKind } from '../../entities/post.ts';
import type { HashQueue } from '../base/hash-queue.ts';
import type { HealthFacts } from './health-facts.ts';
import type { LoginLimiter } from './sign-in/login-limiter.ts';
import type { SessionFinder } from './sign-in/session-finder.ts';
import type { Caller } from '../base/callers.ts';
import type { Clock } from '../base/clock.ts';
import type { FailureLog } from '../base/database-errors.ts';
import type { AppError } from '../base/errors.ts';
import type { KeyStore } from './sign-in/key-store.ts';
import type { CounterStore } from './limits/counters.ts';
import type { EventHub } from './event-hub.ts';
import type { RateLimitState } from '../base/limits.ts';
import type { Settings } from '../data/settings/schemas.ts';
import type { SettingsStore } from '../data/settings/store.ts';
import type { RedirectStore } from '../data/redirects/store.ts';
import type { MailedContent, MailPicture, MailTexts, MailView } from './mail-texts.ts';
import type { MarkdownUrls, RenderedText } from './rendered-text.ts';
import type { PathTally } from '../data/redirects/tally.ts';
import type { ClickBuffer } from '../data/clicks/click-buffer.ts';
import type { ViewTally } from '../data/views/tally.ts';
import type { ViewBuffer } from '../data/views/view-buffer.ts';

/** The configuration that procedures need. */
export interface Policy {
  /** The version, such as 2.10.104. */
  release: string;
  /** Overrides the stored site address. */
  siteUrl: string | null;
  setupKey: string | null;
  /** Whether the administrator must have a second factor. */
  requiresSecondFactor: boolean;
  /** Whether there is no blog, only comments on pages of other sites. */
  servesOnlyThreads: boolean;
  /** Whether CORS_ORIGINS contains an origin, whose pages may read responses and comment. */
  allowsOrigin(this: void, origin: string): boolean;
  /** The URL below which uploaded files are served, unless the site itself serves them. */
  mediaPublicUrl: string | null;
  /** Whether webhooks and webmentions may have addresses of private networks. */
  allowsPrivateWebhooks: boolean;
  /** Whether mail is configured; otherwise nothing that needs mail is offered, stored or queued. */
  offersMail: boolean;
  /** The address of its sender; null unless mail is configured. */
  mailFrom: string | null;
  /** The most mails an hour that ask strangers to confirm an address. */
  mailConfirmations: number;
}

/** The proxies that are trusted to send the client IP. */
export interface TrustedProxies {
  /** The name of the client IP header, in lower case. */
  header: string;
  /** The name of the header with the country of the client, in lower case; null without one. */
  countryHeader: string | null;
  /** @param peer the peer address of the connection */
  isTrusted(peer: string | undefined): boolean;
}

/** Observers of rate limits. */
export interface LimitEvents {
  decided(limit: string, passed: boolean): void;
  /** The counters were unavailable, and a request passed uncounted. */
  storeFailed(): void;
}

/**
 * Kysely for expensive reads: searches, statistics, long lists. For an SQLite file each is a read-only connection in
 * its own thread, so that it delays only other expensive reads, and visitors never delay the owner. They see everything
 * committed before the call; they have no transactions and take part in none.
 */
export interface Readers<DB = Tables> {
  visitors: Kysely<DB>;
  owner: Kysely<DB>;
}

/** An uploaded image of which an edited copy is made. */
interface OriginalImage {
  path: string;
  name: string;
  alt: string;
  focus: { x: number; y: number } | null;
}

/** How a copy of an image differs: a part of it, from 0 to 1 of width and height, and turned clockwise. */
export interface ImageEdit {
  crop: { x: number; y: number; width: number; height: number } | undefined;
  rotate: 0 | 90 | 180 | 270;
}

/** The services shared by all calls of the process. */
export interface Services extends FailureLog {
  /** The EntityManager to fork; never used directly. */
  em: SqlEntityManager;
  readers: Readers;
  clock: Clock;
  policy: Policy;
  proxies: TrustedProxies;
  /** The queue of password hashes of the administrator. */
  hashing: HashQueue;
  /** PBKDF2 rounds of a new password hash. */
  passwordRounds: number;
  /** The queue of password hashes of encrypted posts. */
  encrypting: HashQueue;
  loginLimiter: LoginLimiter;
  keys: KeyStore;
  sessions: SessionFinder;
  counters: CounterStore;
  limitEvents: LimitEvents;
  /** The health of the service. */
  health(): Promise<HealthFacts>;
  /**
   * Checks before a deletion that the folder or bucket of uploaded files is neither empty nor that of another database.
   *
   * @throws SERVICE_UNAVAILABLE
   */
  requireOwnMedia(): Promise<void>;
  /**
   * Adds an edited copy of an uploaded image to the library.
   *
   * @param image the original; the focal point is that of the copy
   * @param owner the id of the caller's session or key, each of which may have a few uploads waiting
   * @returns the id of the record; of the one that is there when the library has the same bytes already
   * @throws NOT_FOUND without the original, UNSUPPORTED_FILE_TYPE, PAYLOAD_TOO_LARGE, SERVICE_UNAVAILABLE
   */
  editImage(image: OriginalImage, edit: ImageEdit, owner: string): Promise<string>;
  /** Removes traces of replaced text from the database files. */
  scrub(): Promise<void>;
  settings: SettingsStore;
  /** Reads the URLs in Markdown. */
  markdown: MarkdownUrls;
  /**
   * Renders Markdown to the HTML of the site, with its headings of level 2 and 3, the number of words, and what the
   * sanitiser removed. URLs of uploads are
   * absolute.
   *
   * @param origin the origin of these URLs
   */
  render(markdown: string, origin: string): Promise<RenderedText>;
  /**
   * Renders a post to the HTML of the site, with absolute URLs.
   *
   * @param origin the origin of these URLs
   */
  renderPost(post: { id: string; kind?: PostKind; content: string }, origin: string, reply: Reply): Promise<string>;
  /**
   * Renders a post for mails, with absolute URLs.
   *
   * @returns null for a text that exceeds a limit
   */
  renderForMail(post: { id: string; content: string }, siteUrl: string, reply: Reply): Promise<MailedContent | null>;
  /** The cover of a post as mails show it; null if it has none that mail clients can show in its proportions. */
  coverForMail(em: SqlEntityManager, cover: string): Promise<MailPicture | null>;
  /** Renders a mail by its templates. */
  renderMail(site: Settings, mail: MailView): Promise<MailTexts>;
  /**
   * Renders a page of the site, without scripts, as it would be with these settings.
   *
   * @param page the home page, or the newest post; the home page as well while there is no post
   * @returns the document, and the style sheet of the owner, which it does not link
   */
  previewSite(caller: RequestContext, site: Settings, page: 'home' | 'post'): Promise<{ html: string; css: string }>;
  views: ViewBuffer;
  clicks: ClickBuffer;
  /** Counts views for the statistics. */
  viewTally: ViewTally;
  redirects: RedirectStore;
  pathTally: PathTally;
  events: EventHub;
}

/** What calls add to the response besides their output. */
export interface Reply {
  rateLimit?: RateLimitState | undefined;
  /** The origins of players that the page may show in frames. */
  frames?: readonly string[];
  /** Whether the page accepts webmentions. */
  takesWebmentions?: true;
  /** Whether it contains a placeholder and must not be cached. */
  isProvisional?: true;
  /** When it changes by itself, in milliseconds since 1970; absent: when the next post appears. */
  endsAt?: number;
  /**
   * Adds tags on which the response depends; absent when nothing caches it. Called before the tagged data is read, so that
   * no change is missed.
   */
  dependsOn?: (tags: readonly string[]) => void;
}

/** The properties of a request. */
export interface RequestFacts {
  /** The client IP in canonical form. */
  clientIp: string;
  /** The peer address of the connection, possibly of a proxy. */
  peer: string | undefined;
  /** All values of a header, one per line received. */
  valuesOf(name: string): readonly string[];
  /** The scheme, host and port of the request, such as `http://localhost:3000`. */
  ownOrigin: string;
  origin: string | undefined;
  /** The header Sec-Fetch-Site. */
  fetchSite: string | undefined;
  /** Receipts for the visitor's own comments, from X-Comment-Receipt. */
  receipts: readonly string[];
  setupKey: string | undefined;
  userAgent: string | undefined;
  /** The versions in If-Match (REST only), `*` for any; undefined without the header. */
  ifMatch: readonly (number | '*')[] | undefined;
  /** Why the body could not be read; thrown after the checks that precede the body. */
  deferredBodyError: AppError | undefined;
}

/** The facts of a request of which nothing else is known. */
export function bareFacts(known: Pick<RequestFacts, 'clientIp' | 'peer' | 'ownOrigin'>): RequestFacts {
  return {
    ...known,
    valuesOf: () => [],
    origin: undefined,
    fetchSite: undefined,
    receipts: [],
    setupKey: undefined,
    userAgent: undefined,
    ifMatch: undefined,
    deferredBodyError: undefined,
  };
}

/** The context of a request. */
export interface RequestContext extends Services {
  request: RequestFacts;
  reply: Reply;
  caller: Caller;
  /** Verifies the caller's token again, which a stream may outlive. */
  verify(): Promise<Caller>;
  /** Whether it is a single public read that has been counted already, with its own EntityManager. */
  single: boolean;
}

/** The context of a call, with its own EntityManager. */
export type CallContext = RequestContext;
