import { isDay } from '../../../shared/dates.ts';
import { localTime } from '../../../shared/local-time.ts';
import type { SiteConfig } from './site/site-config.ts';
import type { SourcePost } from './source-post.ts';
import { localToUtc } from './timestamps.ts';

/**
 * Places the times of a post that were written without an offset in the time zone of its site. In Jekyll and Hexo, the
 * day of a post is that of its time there, also in its address.
 */
export function placeInZone(post: SourcePost, config: SiteConfig | undefined): void {
  const { timeZone, generator } = config ?? {};
  if (timeZone === undefined || post.created_at === undefined) return;
  const { created_at: created, updated_at: updated } = post.local;
  if (updated !== undefined) post.updated_at = localToUtc(timeZone, updated);
  if (created !== undefined) post.created_at = localToUtc(timeZone, created);
  const isWholeDay = post.created_at === `${post.date}T00:00:00.000Z` && created === undefined;
  if ((generator !== 'jekyll' && generator !== 'hexo') || isWholeDay) return;
  const [day = '', time = ''] = localTime(timeZone, Date.parse(post.created_at)).split('T');
  if (!isDay(day)) return;
  post.date = day;
  post.facts = { ...post.facts, date: day, created: `${day}T${time}` };
}
