import { tracked, type TrackedEnvelope } from '@trpc/server';

import { timestamp } from '../base/clock.ts';
import { hiddenAmong } from '../comments/seen.ts';
import type { CallContext } from '../core/context.ts';
import { appError } from '../base/errors.ts';
import { parseEventId, idText } from './event-id.ts';
import type { StreamInput, StreamMessage } from './schemas.ts';
import type { Subscription } from '../core/event-hub.ts';

/** The messages of a stream, with their ids. */
export type Messages = AsyncGenerator<TrackedEnvelope<StreamMessage>, void, unknown>;

/**
 * Opens a stream. Errors of the request are thrown here, before anything is sent.
 *
 * @param signal aborted when the client is gone
 * @throws BAD_REQUEST, CURSOR_EXPIRED, RATE_LIMITED, SERVICE_UNAVAILABLE
 */
export async function openStream(
  ctx: CallContext,
  { lastEventId, include }: StreamInput,
  signal: AbortSignal = new AbortController().signal,
): Promise<Messages> {
  const { events, caller, verify } = ctx;
  if (!caller) throw appError('UNAUTHORIZED');
  const subscription = await events.subscribe({
    caller,
    after: lastEventId === undefined ? null : parseEventId(lastEventId),
    hasSignals: include === 'signals' && caller.kind === 'session',
    verify,
    signal,
  });
  return messagesOf(subscription, ctx);
}

async function* messagesOf(subscription: Subscription, ctx: CallContext): Messages {
  let id = idText(subscription.start());
  const signal = (type: (StreamMessage & { data: { id?: string } })['type'], data: { id?: string } = {}) =>
    tracked(id, { id, type, timestamp: timestamp(ctx.clock), data } as StreamMessage);
  try {
    yield signal('stream.opened');
    for (;;) {
      const next = await subscription.next();
      if (!next) return;
      if ('type' in next) {
        yield signal(next.type, next.subject === undefined ? {} : { id: next.subject });
        continue;
      }
      id = idText(next.id);
      // `eventsAfter` has parsed it.
      const message = next.message as StreamMessage | null;
      if (message && (await isSeen(ctx, message))) yield tracked(id, message);
    }
  } finally {
    subscription.close();
  }
}

/** Not the comments on posts that are hidden from the caller. Events of deleted comments have no text. */
async function isSeen(ctx: CallContext, { type, data }: StreamMessage): Promise<boolean> {
  if (type !== 'comment.created' && type !== 'comment.approved') return true;
  return (await hiddenAmong(ctx, ctx.em.fork(), [data.id])).size === 0;
}
