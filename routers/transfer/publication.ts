import type { Post, PostStatus } from '../../entities/post.ts';
import { offsetAt } from '../../shared/local-time.ts';
import { timestamp, type Clock } from '../base/clock.ts';
import type { ImportItem } from './schemas.ts';

/** The publication that a source declares. */
interface DeclaredState {
  status: PostStatus;
  publishAt: string | null;
}

interface Decided {
  status?: PostStatus;
  publishAt?: string | null;
  /** The current state in the source, to be stored: the status, and the time after an `@` if there is one. */
  sourceState: string | null;
  /** For the report. */
  note?: string;
}

/**
 * Whether and when an imported post is public. A new one has the state of its source; one with a date in the future is
 * scheduled for that day; one that was scheduled in its source, and whose time has passed since, is a draft, because
 * the source may have changed its mind. A known one follows changes of its source since the last import; otherwise the
 * decision of the owner stands: a repeated import neither publishes nor unpublishes.
 *
 * @param known the stored post; null for a new one
 */
export function importedPublication(
  item: Pick<ImportItem, 'status' | 'publishAt' | 'date' | 'wasScheduled'>,
  known: Pick<Post, 'status' | 'publishAt' | 'sourceState'> | null,
  { clock, timeZone }: { clock: Clock; timeZone: string },
): Decided {
  const now = timestamp(clock);
  const day = item.date === undefined ? now : startOfDay(item.date, timeZone);
  const publishAt = item.publishAt === undefined && day > now ? day : item.publishAt;
  const status = item.status ?? (known === null ? 'published' : undefined);
  if (status === undefined && item.publishAt === undefined) return { sourceState: known?.sourceState ?? null };

  const [oldStatus, oldTime = null] = known?.sourceState?.split('@') ?? [];
  const hasPassed = item.wasScheduled && status === 'published' && publishAt != null && publishAt <= now;
  if (hasPassed && oldTime === publishAt) return { sourceState: known?.sourceState ?? null };
  const declared: DeclaredState = hasPassed
    ? { status: 'draft', publishAt: null }
    : { status: status ?? known?.status ?? 'published', publishAt: publishAt ?? null };
  const time = hasPassed ? publishAt : declared.publishAt;
  const sourceState = time === null ? declared.status : `${declared.status}@${time}`;
  if (known === null) return { ...declared, sourceState, ...scheduleNote(declared, item) };

  const isKnown = oldStatus !== undefined;
  // A time that has passed equals none: the source did not change, only the time did.
  const isOtherTime = declared.publishAt !== oldTime && !(declared.publishAt === null && (oldTime ?? '') <= now);
  if (isKnown && (oldStatus !== declared.status || isOtherTime)) {
    return {
      status: declared.status,
      ...(isOtherTime && { publishAt: declared.publishAt }),
      sourceState,
      ...scheduleNote(declared, item),
    };
  }
  if (declared.status === known.status) return { sourceState };
  const here = known.status === 'draft' ? 'a draft' : 'published';
  return { sourceState, note: `The source says ${declared.status}; the post is ${here} here, and stays so.` };
}

function scheduleNote({ status, publishAt }: DeclaredState, item: { publishAt?: unknown }) {
  if (status !== 'published' || publishAt === null || item.publishAt !== undefined) return {};
  return { note: `It is dated in the future, and appears on ${publishAt}.` };
}

/** The start of a day in a time zone. */
function startOfDay(day: string, timeZone: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const first = midnight - offsetAt(timeZone, midnight);
  return new Date(midnight - offsetAt(timeZone, first)).toISOString();
}
