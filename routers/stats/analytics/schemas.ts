import { z } from 'zod';

import { cleanString, count, ok, postId, timestamp } from '../../base/schemas.ts';
import { countedPages } from '../../data/views/visit.ts';

/** The longest referrer that browsers send. */
const MAX_REFERRER = 4096;
/** The longest `utmSource`. */
const MAX_SOURCE = 100;

export const viewOrigin = {
  referrer: z
    .string()
    .max(MAX_REFERRER)
    .optional()
    .meta({
      description:
        'The URL of the page that led here. Only its host is kept, without `www.`; that of the blog itself is not.',
      examples: ['https://news.example/item'],
    }),
  utmSource: cleanString(0, MAX_SOURCE, { visible: false })
    .optional()
    .meta({ description: 'The parameter `utm_source` of the URL.', examples: ['newsletter'] }),
};

export const pageViewInput = z.object({
  page: z
    .enum(countedPages)
    .meta({ description: 'The kind of page; `list` stands for tags, categories and searches.' }),
  ...viewOrigin,
});
export const counted = z.object({ ok });

const date = (description: string) =>
  z.iso.date({ error: 'must be a date such as 2026-03-01' }).optional().meta({ description });
export const analyticsInput = z.object({
  from: date('The first day (UTC). Default: 29 days before `to`. Statistics are kept for 25 months.'),
  to: date('The last day (UTC). Default, and at most: today.'),
  post: postId.optional().meta({ description: 'The id of a post or page; without it, the whole site.' }),
});

const views = count('Views, without those of bots.', 157);
const visitors = count('Visitors: the sum of those of each day, who may be the same people.', 92);
const day = (description: string) => z.string().meta({ format: 'date', description, examples: ['2026-03-01'] });

/** Views by one property. */
const viewsBy = <Shape extends z.ZodRawShape>(shape: Shape, description: string) =>
  z.array(z.object({ ...shape, views })).meta({ description });

const newsletter = z
  .object({
    post: z.string().meta({ description: 'The id of the post that was mailed.', examples: ['first-light'] }),
    title: z.string().meta({ description: 'Its title.', examples: ['First light'] }),
    startedAt: timestamp('When the sending began.'),
    sent: count('Mails that the mail server has answered for: accepted, or refused for good.', 40),
    accepted: count('Mails that it accepted.', 39),
    bounced: count('Mails that it refused for good, while it was asked. Later returns are not known.', 1),
    clicks: count('Clicks on links; null if they are not counted.', 12).nullable(),
    links: z
      .array(
        z.object({
          url: z.string().meta({ description: 'An address in the mails.', examples: ['https://ferries.example/'] }),
          clicks: count('How often it was opened.', 12),
        }),
      )
      .meta({ description: 'The addresses that were opened, at most 50, the most frequent first.' }),
  })
  .meta({ id: 'NewsletterStatistics' });

const mostViewed = z.object({
  id: postId,
  title: z.string().meta({ description: 'Its title.', examples: ['First light'] }),
  kind: z.enum(['post', 'page']).meta({ description: 'post or page.' }),
  views,
  visitors,
});

const text = (description: string, example: string) => z.string().meta({ description, examples: [example] });
const rest = 'At most 100, the most views first; then the rest as `other`.';

export const analytics = z.object({
  ok,
  from: day('The first day.'),
  to: day('The last day.'),
  totals: z.object({ views, visitors }).meta({ description: 'The sums of all days.' }),
  days: z.array(z.object({ date: day('The day in UTC.'), views, visitors })).meta({ description: 'The oldest first.' }),
  posts: z.array(mostViewed).meta({ description: 'Posts and pages: at most 100, the most views first.' }),
  pages: viewsBy(
    { page: z.enum(['posts', ...countedPages]).meta({ description: 'The kind of page.' }) },
    'Views by kind of page; `posts` includes pages.',
  ),
  referrers: viewsBy({ referrer: text('The host that linked here.', 'news.example') }, rest),
  sources: viewsBy({ source: text('The `utm_source`.', 'newsletter') }, rest),
  countries: viewsBy({ country: text('Two letters of ISO 3166.', 'PT') }, `${rest} Only with COUNTRY_HEADER.`),
  devices: viewsBy({ device: text('desktop, mobile or tablet.', 'mobile') }, 'The most views first.'),
  newsletters: z
    .array(newsletter)
    .meta({ description: 'Mailings that began in the period: at most 50, the newest first.' }),
});

export type ViewOrigin = { referrer?: string | undefined; utmSource?: string | undefined };
export type PageViewInput = z.output<typeof pageViewInput>;
export type AnalyticsInput = z.output<typeof analyticsInput>;
export type Analytics = Omit<z.output<typeof analytics>, 'ok'>;
