import { z } from 'zod';

import { timestamp } from '../../../routers/base/clock.ts';
import { bareFacts, type CallContext, type Services } from '../../../routers/core/context.ts';
import { cleanText } from '../../../routers/base/text.ts';
import { dropMention, keepMention, type MentionText } from '../../../routers/webmentions/keep.ts';
import { putMention, WEBMENTION_JOB } from '../../../routers/webmentions/receive.ts';
import { findTarget, type PostThread } from '../../../routers/webmentions/target.ts';
import { isInvisible } from '../../../shared/invisible.ts';
import { commentLengths } from '../../../shared/lengths.ts';
import { shorten } from '../../../shared/shorten.ts';
import type { Consumer } from '../jobs/job.ts';
import type { ReadMention, ReadText } from '../../site/render/rendered.ts';

const job = z.object({ source: z.string(), target: z.string(), attempt: z.int() });

/** The pauses before a source is read again that could not be read, in milliseconds. */
const PAUSES = [60_000, 15 * 60_000];
/** The longest excerpt of a mention, in characters. */
const EXCERPT = 500;

/** Reads the sources of webmentions, and stores them as comments. */
export function webmentionConsumer(services: Services, readText: ReadText): Record<typeof WEBMENTION_JOB, Consumer> {
  const { em, clock, policy, settings } = services;

  async function run({ source, target, attempt }: z.output<typeof job>, signal: AbortSignal) {
    const { webmentions, commentsEnabled, siteUrl } = await settings.current();
    if (!webmentions || siteUrl === '') return undefined;
    const ctx = callFor(services, new URL(source).host);
    const thread = await findTarget(ctx, siteUrl, new URL(target));
    if (!thread) return undefined;
    // Only a service that takes webmentions loads it.
    const { fetchPage } = await import('./fetch.ts');
    const page = await fetchPage(source, { allowsPrivate: policy.allowsPrivateWebhooks, signal });
    if (page.state === 'failed') return again({ source, target }, attempt);
    const { html, url } = page.state === 'page' ? page : { html: '', url: source };
    const read = page.state === 'page' ? await readText({ html, url, target }) : null;
    signal.throwIfAborted();
    const isLinked = read !== null && (await linksTo(ctx, siteUrl, thread, read.links));
    // A page that cannot be read as a whole changes nothing.
    if (page.state === 'gone' || (read && !isLinked && !read.hasMoreLinks)) await dropMention(ctx, thread, source);
    else if (isLinked && !thread.isClosed && commentsEnabled) {
      await keepMention(ctx, thread, source, mentionText(read, source));
    }
    return undefined;
  }

  /** Whether one of the links leads to the post, at whichever of its URLs: the sender chose one of them. */
  async function linksTo(ctx: CallContext, siteUrl: string, { postKey }: PostThread, links: readonly string[]) {
    for (const link of links) if ((await findTarget(ctx, siteUrl, new URL(link)))?.postKey === postKey) return true;
    return false;
  }

  async function again(mention: { source: string; target: string }, attempt: number) {
    const pause = PAUSES[attempt - 1];
    if (pause === undefined) return undefined;
    const runAt = timestamp(clock, pause);
    await em.fork().transactional((tx) => putMention(tx, clock, mention, { attempt: attempt + 1, runAt }));
    return 'settled' as const;
  }

  return { [WEBMENTION_JOB]: ({ data, signal }) => run(job.parse(data), signal) };
}

/** The text of a comment: that of the page, or a substitute. */
function mentionText(read: ReadMention, source: string): MentionText {
  const { host } = new URL(source);
  const author = shorten(cleanText(read.author, { lineFeeds: false }), commentLengths.author);
  const texts = [read.text, read.pageTitle, source].map((text) =>
    shorten(cleanText(text, { lineFeeds: true }), EXCERPT),
  );
  return {
    author: isInvisible(author) ? host.slice(0, commentLengths.author) : author,
    content: texts.find((text) => !isInvisible(text)) ?? host,
  };
}

/** An anonymous call: the spam filter identifies the author of a mention by its host, in place of the client IP. */
function callFor(services: Services, host: string): CallContext {
  const request = bareFacts({ clientIp: host, peer: undefined, ownOrigin: '' });
  const em = services.em.fork();
  return { ...services, em, request, reply: {}, caller: null, verify: () => Promise.resolve(null), single: false };
}
