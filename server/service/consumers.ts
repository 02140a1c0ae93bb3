import { z } from 'zod';

import { CONFIRMATIONS_JOB } from '../../routers/mail/confirmations/release.ts';
import { sendWaiting } from '../../routers/mail/confirmations/request.ts';
import { BEGIN_MAILING_JOB, beginMailing } from '../../routers/posts/mailing/start.ts';
import { recordPublication } from '../../routers/posts/publication.ts';
import { EXCERPTS_JOB, remakeExcerpts } from '../../routers/posts/remake-excerpts.ts';
import { FETCH_JOB } from '../../routers/media/fetches.ts';
import { mailJobKinds, NEWSLETTER_JOB } from '../../routers/mail/put.ts';
import { answerAddress, REPLY_ADDRESS_JOB } from '../../routers/comments/replies/ask.ts';
import { INDEX_JOB, indexPosts } from '../../routers/posts/index/indexing.ts';
import { REBUILD_JOB, rebuildSearch } from '../../routers/search/rebuild.ts';
import { answerRequest, SUBSCRIBE_JOB } from '../../routers/subscribers/subscribe.ts';
import { DELIVERY_JOB } from '../../routers/webhooks/put.ts';
import { WEBMENTION_JOB } from '../../routers/webmentions/receive.ts';
import { backupConsumer } from '../background/backup/job.ts';
import { backupPlaceName, type BackupConfig } from '../background/backup/place.ts';
import { BACKUP_JOB } from '../background/backup/state.ts';
import { mailAttempts, mailConsumers } from '../background/mail/jobs.ts';
import { newsletterConsumer } from '../background/mail/newsletter.ts';
import { fetchConsumer } from '../background/media-fetch/job.ts';
import { mediaConsumers } from '../background/media.ts';
import type { Config } from '../config/config.ts';
import type { OpenServices } from './services.ts';
import { webmentionConsumer } from '../background/webmentions/job.ts';
import { webhookConsumers } from '../background/webhooks/jobs.ts';
import type { Consumer } from '../background/jobs/job.ts';

// Jobs of instances of earlier versions have no network.
const network = z.string().default('');
const subscription = z.object({ email: z.string(), language: z.string(), network });
const replyAddress = z.object({ address: z.string(), language: z.string(), network });
const ofPost = z.object({ key: z.int() });

/** The consumers of all job kinds. */
export function consumersOf({
  services,
  media,
  mail,
  metrics,
  readText,
  config,
}: Pick<OpenServices, 'services' | 'media' | 'mail' | 'metrics' | 'readText'> & {
  config: BackupConfig & Pick<Config, 'uploadMaxImage' | 'uploadMaxFile'>;
}): Record<string, Consumer> {
  const { em, clock } = services;
  return {
    ...mediaConsumers(services, media),
    ...fetchConsumer(services, media, config),
    ...webmentionConsumer(services, readText),
    ...webhookConsumers({ services, settled: metrics.delivered }),
    ...(mail && {
      ...mailConsumers({ services, ...mail, attempted: metrics.mailed }),
      [NEWSLETTER_JOB]: newsletterConsumer({ services, ...mail, attempted: metrics.mailed }),
      [BEGIN_MAILING_JOB]: ({ data }) => beginMailing(em.fork(), clock, ofPost.parse(data).key),
      [SUBSCRIBE_JOB]: ({ data }) => answerRequest(services, subscription.parse(data)),
      [REPLY_ADDRESS_JOB]: ({ data }) => answerAddress(services, replyAddress.parse(data)),
      [CONFIRMATIONS_JOB]: () => sendWaiting(services),
    }),
    ...(backupPlaceName(config) !== null && { [BACKUP_JOB]: backupConsumer(services, config) }),
    [INDEX_JOB]: ({ data, signal }) => indexPosts(em.fork(), data, signal),
    [EXCERPTS_JOB]: (job) => remakeExcerpts(em.fork(), job),
    [REBUILD_JOB]: ({ signal }) => rebuildSearch(em.fork(), signal),
    publish: ({ data }) => recordPublication(em.fork(), clock, ofPost.parse(data).key),
  };
}

/** The kinds of which an instance does one job at a time, beside all others. */
export const oneAtATime: ReadonlySet<string> = new Set([
  'media.sizes',
  FETCH_JOB,
  INDEX_JOB,
  EXCERPTS_JOB,
  REBUILD_JOB,
  BACKUP_JOB,
  ...mailJobKinds,
]);

/** The kinds whose lanes do not wait for each other: a slow webhook, or the host of webmentions, delays only itself. */
export const inLanes: Readonly<Record<string, number>> = { [DELIVERY_JOB]: 4, [WEBMENTION_JOB]: 1 };

/** The kinds that are given up later than others, with the number of failed attempts. */
export const attemptsOf: Readonly<Record<string, number>> = mailAttempts;
