import type { CallContext } from '../core/context.ts';
import { appError, fieldError } from '../base/errors.ts';
import { putJob } from '../data/queue.ts';
import { consume } from '../core/consume.ts';
import type { CounterStore } from '../core/limits/counters.ts';
import { limits } from '../base/limits.ts';
import { sha256 } from '../base/secrets.ts';
import { hasCredentials } from '../../shared/link-targets.ts';
import { isPrivateHost } from '../webhooks/targets.ts';
import { MAX_SOURCE } from '../comments/source-key.ts';
import { findTarget, isOfSite } from './target.ts';

/** The kind of the jobs that read sources. */
export const WEBMENTION_JOB = 'webmention';

/** How many sources are read in an hour, on one host and in all. */
const HOURLY = { host: 20, all: 200 };

/** A webmention: a page, and the post that it mentions. */
export interface Webmention {
  source: string;
  target: string;
}

/**
 * Accepts a webmention (https://www.w3.org/TR/webmention/). A job reads the source later; nothing is fetched here.
 *
 * @param hourly counters with windows of an hour
 * @param readForm reads the form, after the limit and the setting have been checked
 * @throws NOT_FOUND while webmentions are off, BAD_REQUEST, COMMENTS_CLOSED, RATE_LIMITED
 */
export async function receiveWebmention(
  ctx: CallContext,
  hourly: CounterStore,
  readForm: () => Promise<Readonly<Record<string, string>>>,
): Promise<void> {
  await consume(ctx, limits.webmentions);
  const { webmentions, commentsEnabled, siteUrl } = await ctx.settings.current();
  if (!webmentions || siteUrl === '') throw appError('NOT_FOUND', 'This site does not accept webmentions.');
  const form = await readForm();
  const source = readUrl(form, 'source');
  const target = readUrl(form, 'target');
  if (isOfSite(siteUrl, source)) throw fieldError('source', '"source" must be a page on another site.');
  if (!ctx.policy.allowsPrivateWebhooks && (source.port !== '' || isPrivateHost(source.hostname))) {
    throw fieldError('source', '"source" must be a public page on the default port of http or https.');
  }
  const thread = await findTarget(ctx, siteUrl, target);
  if (!thread) throw fieldError('target', '"target" must be the URL of a public post or page of this site.');
  if (thread.isClosed || !commentsEnabled) throw appError('COMMENTS_CLOSED');
  await countHourly(ctx, hourly, source.host);
  const mention = { source: source.href, target: target.href } satisfies Webmention;
  await ctx.em.fork().transactional((tx) => putMention(tx, ctx.clock, mention));
}

/** Adds the job that reads the source. Until it runs, another one for the same source and target replaces it. */
export async function putMention(
  tx: Parameters<typeof putJob>[0],
  clock: CallContext['clock'],
  { source, target }: Webmention,
  { attempt = 1, runAt }: { attempt?: number; runAt?: string } = {},
): Promise<void> {
  await putJob(tx, clock, {
    kind: WEBMENTION_JOB,
    data: { source, target, attempt },
    key: `${WEBMENTION_JOB}:${sha256(`${source} ${target}`)}`,
    lane: new URL(source).host,
    ...(runAt !== undefined && { runAt }),
  });
}

/** An http or https URL without its fragment. */
function readUrl(form: Readonly<Record<string, string>>, name: 'source' | 'target'): URL {
  const text = (form[name] ?? '').trim();
  const url = text.length <= MAX_SOURCE && URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || hasCredentials(url.href) || url.href.length > MAX_SOURCE) {
    throw fieldError(name, `"${name}" must be an http or https URL of at most ${MAX_SOURCE} characters.`);
  }
  url.hash = '';
  return url;
}

/** @throws RATE_LIMITED */
async function countHourly({ clock, limitEvents }: CallContext, hourly: CounterStore, host: string): Promise<void> {
  for (const [key, max] of [[`host ${host}`, HOURLY.host] as const, ['all', HOURLY.all] as const]) {
    const { count, endsAt } = await hourly.increment('webmention-sources', key);
    limitEvents.decided('webmention-sources', count <= max);
    if (count <= max) continue;
    const retryAfter = Math.max(1, Math.ceil((endsAt - clock.monotonic()) / 1000));
    const message = `Only ${HOURLY.host} webmentions of a host and ${HOURLY.all} in all are taken an hour; try again later.`;
    throw appError('RATE_LIMITED', message, { retryAfter });
  }
}
