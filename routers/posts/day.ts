import { dayIn } from '../../shared/local-time.ts';
import { timestamp, today, type Clock } from '../base/clock.ts';

interface Dated {
  date: string;
  publishAt?: string | null | undefined;
  createdAt: string;
}

/**
 * The date that follows from a new publish time: a scheduled post is dated on the day of its publication, in the time
 * zone of the site. A date chosen by the author stays.
 *
 * @param publishAt the new publish time; null for immediately
 * @param stored the stored post; absent for a new one
 * @returns the column to write, if any
 */
export function dayFor(
  { clock, timeZone }: { clock: Clock; timeZone: string },
  publishAt: string | null,
  stored?: Dated,
): { date?: string } {
  const dayOf = (moment: string) => dayIn(timeZone, moment);
  if (!stored) return publishAt === null ? {} : { date: dayOf(publishAt) };
  const made = stored.publishAt == null ? stored.createdAt.slice(0, 10) : dayOf(stored.publishAt);
  if (stored.date !== made) return {};
  if (publishAt !== null) return { date: dayOf(publishAt) };
  return (stored.publishAt ?? '') > timestamp(clock) ? { date: today(clock) } : {};
}
