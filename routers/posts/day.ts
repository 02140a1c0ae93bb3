import { timestamp, today, type Clock } from '../clock.ts';

interface Dated {
  date: string;
  publishAt?: string | null | undefined;
  createdAt: string;
}

/**
 * The day that goes with another time of publication: a scheduled post is dated on the day on which it appears, in the
 * time zone of the site. A day that its writer chose stays.
 *
 * @param publishAt what the time becomes; null for at once
 * @param stored the post as it is; absent for a new one
 * @returns the column to write, if any
 */
export function dayFor(
  { clock, timeZone }: { clock: Clock; timeZone: string },
  publishAt: string | null,
  stored?: Dated,
): { date?: string } {
  // Swedish days are written as ISO 8601 has them.
  const dayOf = (moment: string) => new Date(moment).toLocaleDateString('sv-SE', { timeZone });
  if (!stored) return publishAt === null ? {} : { date: dayOf(publishAt) };
  const made = stored.publishAt == null ? stored.createdAt.slice(0, 10) : dayOf(stored.publishAt);
  if (stored.date !== made) return {};
  if (publishAt !== null) return { date: dayOf(publishAt) };
  return (stored.publishAt ?? '') > timestamp(clock) ? { date: today(clock) } : {};
}
