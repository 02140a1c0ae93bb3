import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';

import { VERSION } from '../../shared/version.ts';
import { confirmationsState } from '../../routers/mail/confirmations/state.ts';
import { latelyReservedIds } from '../../shared/reserved-ids.ts';
import type { HealthFacts } from '../../routers/core/health-facts.ts';
import { sqliteFileOf } from '../storage/database/database-url.ts';
import type { Database } from '../storage/database/open.ts';
import { isWorking, type DatabaseProblem } from '../storage/database/state.ts';
import { hasReservedDomain } from '../background/mail/reserved-domain.ts';
import type { MediaProblem } from '../storage/identity/media-place.ts';
import type { Mailer } from '../background/mail/transport.ts';

/** The dependencies to examine. */
export interface Examined {
  database: Database;
  databaseProblem(): Promise<DatabaseProblem | null>;
  /** The value of WORKERS, which is obsolete. */
  workers: number | null;
  counters: { store: HealthFacts['counters']['store']; isThere(): Promise<boolean> };
  /** Absent unless mail is configured. */
  mailer: Pick<Mailer, 'check' | 'from'> | undefined;
  siteUrl(): Promise<string>;
  /** Milliseconds since 1970. */
  now(): number;
  /** The backups; null when none are configured. */
  backup(): Promise<HealthFacts['backup']>;
  /** Why no files can be stored; null if they can. */
  mediaProblem(): Promise<MediaProblem | null>;
  /** Whether a proxy forwards the client IP header of visitors. */
  isClientIpUnchecked(): boolean;
}

/** How long the health waits for the mail server, in milliseconds. */
const MAIL_TIMEOUT_MS = 3000;
/** How long the health waits for the storage of uploaded files, in milliseconds. */
const STORAGE_TIMEOUT_MS = 3000;
/** The maximum number of listed posts that are too complex to render. */
const MOST_COMPLEX = 20;

/** The state of this process, its database, its counters and its disk. A dependency that does not respond is not ok. */
export async function healthFacts(examined: Examined): Promise<HealthFacts> {
  const { database, workers, counters } = examined;
  const [
    problem,
    facts,
    complexPosts,
    reservedPages,
    isWebhookOff,
    disk,
    areCounted,
    isSpamDecided,
    mail,
    mailNotices,
    backup,
    mediaProblem,
  ] = await Promise.all([
    examined.databaseProblem(),
    databaseFacts(database),
    complexPostsIn(database),
    reservedPagesIn(database),
    hasSwitchedOff(database),
    room(database.url),
    counters.isThere(),
    isSpamFilterDecided(database),
    mailFacts(examined),
    mailNoticesOf(examined),
    examined.backup(),
    mediaProblemIn(examined),
  ]);
  return {
    release: VERSION,
    node: process.versions.node,
    uptime: Math.floor(process.uptime()),
    workers: 1,
    database: {
      engine: database.dialect,
      ...(facts ?? { version: '', bytes: 0 }),
      ok: isWorking(problem) && facts !== null,
      problem: problem?.text ?? null,
    },
    counters: { store: counters.store, ok: areCounted },
    mail,
    disk,
    backup,
    memory: { resident: process.memoryUsage.rss() },
    complexPosts,
    reservedPages,
    notices: [
      ...(workers !== null && workers > 1 ? (['WORKERS_OBSOLETE'] as const) : []),
      ...(isSpamDecided ? [] : (['SPAM_FILTER_UNDECIDED'] as const)),
      ...(examined.isClientIpUnchecked() ? (['CLIENT_IP_UNCHECKED'] as const) : []),
      ...(backup === null ? (['BACKUP_OFF'] as const) : []),
      ...(backup?.ok === false ? (['BACKUP_FAILED'] as const) : []),
      ...(mediaProblem === null ? [] : [mediaProblem]),
      ...mailNotices,
      ...(mail && mail.waiting + mail.dropped > 0 ? (['CONFIRMATIONS_LIMITED'] as const) : []),
      ...(isWebhookOff ? (['WEBHOOK_OFF'] as const) : []),
    ],
  };
}

/** Problems with the configuration of mail, except those of the mail server. */
async function mailNoticesOf({ mailer, siteUrl }: Examined): Promise<HealthFacts['notices']> {
  if (!mailer) return [];
  const isWithoutSite = (await siteUrl().catch(() => null)) === '';
  return [
    ...(isWithoutSite ? (['MAIL_WITHOUT_SITE'] as const) : []),
    ...(hasReservedDomain(mailer.from) ? (['MAIL_FROM_RESERVED'] as const) : []),
  ];
}

/** Whether the setting was ever stored: for a new blog, or by its owner. */
async function isSpamFilterDecided({ kysely }: Database): Promise<boolean> {
  const row = kysely.selectFrom('settings').select('value').where('name', '=', 'spamFilter').executeTakeFirst();
  return (await row.catch(() => null)) !== undefined;
}

const questions = {
  sqlite: sql<Answer>`select sqlite_version() as version, page_count * page_size as bytes
    from pragma_page_count(), pragma_page_size()`,
  postgres: sql<Answer>`select current_setting('server_version') as version,
    pg_database_size(current_database()) as bytes`,
};

interface Answer {
  version: string;
  /** PostgreSQL returns bigint as text. */
  bytes: number | string;
}

/** Version and size; null when the database does not answer. */
export async function databaseFacts({
  dialect,
  kysely,
}: Database): Promise<Pick<HealthFacts['database'], 'version' | 'bytes'> | null> {
  try {
    const { rows } = await questions[dialect].execute(kysely);
    const { version, bytes } = rows[0]!;
    return { version, bytes: Number(bytes) };
  } catch {
    return null;
  }
}

/** The ids of posts that are shown as plain text, newest first. */
async function complexPostsIn({ kysely }: Database): Promise<string[]> {
  const posts = kysely
    .selectFrom('renderings')
    .innerJoin('posts', 'posts.key', 'renderings.post_key')
    .select('posts.slug')
    .where('renderings.too_complex', '=', 1)
    .orderBy('posts.key', 'desc')
    .limit(MOST_COMPLEX);
  return posts.execute().then(
    (rows) => rows.map(({ slug }) => slug),
    () => [],
  );
}

/** Pages at URLs that the service took for itself in a later version. */
async function reservedPagesIn({ kysely }: Database): Promise<string[]> {
  const pages = kysely
    .selectFrom('posts')
    .select('slug')
    .where('slug', 'in', latelyReservedIds)
    .where('kind', '=', 'page');
  return pages.execute().then(
    (rows) => rows.map(({ slug }) => slug),
    () => [],
  );
}

/** Whether the service has switched a webhook off. */
async function hasSwitchedOff({ kysely }: Database): Promise<boolean> {
  const off = kysely.selectFrom('webhooks').select('id').where('disabled_at', 'is not', null).limit(1);
  return off.execute().then(
    (rows) => rows.length > 0,
    () => false,
  );
}

/** A bucket may take long to respond. While the database fails, nothing is known about the place. */
function mediaProblemIn({ mediaProblem }: Examined): Promise<MediaProblem | null> {
  const late = setTimeout(STORAGE_TIMEOUT_MS, 'MEDIA_AWAY' as const, { ref: false });
  return Promise.race([mediaProblem().catch(() => null), late]);
}

/** If the server is slow to respond, the check continues, and its result is kept for the next call. */
async function mailFacts({ mailer, database, now }: Examined): Promise<HealthFacts['mail']> {
  if (!mailer) return null;
  const none = { waiting: 0, dropped: 0 };
  const confirmations = confirmationsState(database.kysely, now()).catch(() => none);
  const late = setTimeout(MAIL_TIMEOUT_MS, 'The mail server has not answered yet.', { ref: false });
  const problem = await Promise.race([mailer.check(), late]);
  return { ok: problem === null, problem, ...(await confirmations) };
}

/** The disk of an SQLite file: the bytes available to its user. */
export async function room(url: string): Promise<HealthFacts['disk']> {
  const file = sqliteFileOf(url);
  if (file === null || file === ':memory:') return null;
  const disk = await statfs(dirname(file)).catch(() => null);
  return disk && { free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize };
}
