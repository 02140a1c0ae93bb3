import type { Post, PostStatus } from '../../entities/post.ts';
import { timestamp, type Clock } from '../clock.ts';
import type { ImportItem } from './schemas.ts';

interface Decided {
  status?: PostStatus;
  publishAt?: string | null;
  /** What the source says now, to be kept. */
  sourceState: string | null;
  /** For the report. */
  note?: string;
}

/**
 * Whether and when a post that comes in is public. A new one is what its source says, and one that is dated in the future
 * appears on that day. A known one follows its source where that changed since the last import; otherwise what was decided
 * here stands: nothing is published or taken back by importing it again.
 *
 * @param known the post as it is; null for a new one
 */
export function publicationOf(
  item: Pick<ImportItem, 'status' | 'publishAt' | 'date'>,
  known: Pick<Post, 'status' | 'publishAt' | 'sourceState'> | null,
  { clock, timeZone }: { clock: Clock; timeZone: string },
): Decided {
  const now = timestamp(clock);
  const day = item.date === undefined ? now : startOf(item.date, timeZone);
  const publishAt = item.publishAt === undefined && day > now ? day : item.publishAt;
  const status = item.status ?? (known === null ? 'published' : undefined);
  if (status === undefined && item.publishAt === undefined) return { sourceState: known?.sourceState ?? null };

  const said = { status: status ?? known?.status ?? 'published', publishAt: publishAt ?? null };
  const sourceState = said.publishAt === null ? said.status : `${said.status}@${said.publishAt}`;
  if (known === null) return { ...said, sourceState, ...scheduled(said, item) };

  const [oldStatus, oldTime = null] = known.sourceState?.split('@') ?? [];
  const isKnown = oldStatus !== undefined;
  // A time that has passed is the same as none: the file did not change, only the day did.
  const isOtherTime = said.publishAt !== oldTime && !(publishAt === undefined && (oldTime ?? '') <= now);
  if (isKnown && (oldStatus !== said.status || isOtherTime)) {
    return {
      status: said.status,
      ...(isOtherTime && { publishAt: said.publishAt }),
      sourceState,
      ...scheduled(said, item),
    };
  }
  if (said.status === known.status) return { sourceState };
  const here = known.status === 'draft' ? 'a draft' : 'published';
  return { sourceState, note: `The source says ${said.status}; the post is ${here} here, and stays so.` };
}

function scheduled({ status, publishAt }: { status: string; publishAt: string | null }, item: { publishAt?: unknown }) {
  if (status !== 'published' || publishAt === null || item.publishAt !== undefined) return {};
  return { note: `It is dated in the future, and appears on ${publishAt}.` };
}

/** The moment at which a day begins in a time zone. */
function startOf(day: string, timeZone: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // What a clock there shows at a moment, read as if it were UTC.
  const shown = (moment: number) =>
    Date.parse(`${new Date(moment).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`);
  const first = midnight - (shown(midnight) - midnight);
  return new Date(first - (shown(first) - midnight)).toISOString();
}
