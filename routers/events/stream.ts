import { tracked, type TrackedEnvelope } from '@trpc/server';

import { timestamp } from '../clock.ts';
import type { CallContext } from '../context.ts';
import { appError } from '../errors.ts';
import { idIn, idText } from './event-id.ts';
import type { StreamInput, StreamMessage } from './schemas.ts';
import type { Subscription } from './subscription.ts';

/** The messages of a stream, with their ids. */
export type Messages = AsyncGenerator<TrackedEnvelope<StreamMessage>, void, unknown>;

/**
 * Opens a stream. Errors of the request are thrown here, before anything is sent.
 *
 * @param signal aborted when the client is gone
 * @throws BAD_REQUEST, CURSOR_EXPIRED, RATE_LIMITED, SERVICE_UNAVAILABLE
 */
export async function openStream(
  { events, caller, verify, clock }: CallContext,
  { lastEventId, include }: StreamInput,
  signal: AbortSignal = new AbortController().signal,
): Promise<Messages> {
  if (!caller) throw appError('UNAUTHORIZED');
  const subscription = await events.subscribe({
    caller,
    after: lastEventId === undefined ? null : idIn(lastEventId),
    hasSignals: include === 'signals' && caller.kind === 'session',
    verify,
    signal,
  });
  return messagesOf(subscription, clock);
}

async function* messagesOf(subscription: Subscription, clock: CallContext['clock']): Messages {
  let id = idText(subscription.start());
  const signal = (type: (StreamMessage & { data: { id?: string } })['type'], data: { id?: string } = {}) =>
    tracked(id, { id, type, timestamp: timestamp(clock), data } as StreamMessage);
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
      if (next.message) yield tracked(id, next.message);
    }
  } finally {
    subscription.close();
  }
}
