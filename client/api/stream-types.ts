import type { CommentEvent, PostEvent, StreamSignal, SubscriberEvent } from './generated/trpc.ts';
import type { Signal } from './platform.ts';

/** What happened to a post, comment or subscriber. */
export type BlogEvent = PostEvent | CommentEvent | SubscriberEvent;

/** Options of a stream of events. */
export interface StreamOptions {
  /** Ends the stream: the loop over it is over. */
  signal?: Signal | undefined;
  /** The id of the last event received: the stream goes on after it. The service keeps events for 24 hours. */
  lastEventId?: string | undefined;
}

/** The stream of events. */
export interface Streams {
  events: {
    /**
     * Events of posts, comments and subscribers as they happen, each at least once, in their order. Needs a session, or an API key with
     * the scope `events`. It connects again by itself, and goes on after the last event.
     *
     * `for await (const event of client.events.stream({ signal, lastEventId })) …`
     *
     * @throws BlogError when the service refuses it: UNAUTHORIZED, SCOPE_MISSING, CURSOR_EXPIRED …
     */
    stream: {
      (options?: StreamOptions): AsyncGenerator<BlogEvent, void>;
      /** With signals, for screens that stay current; sessions only. */
      (options: StreamOptions & { include: 'signals' }): AsyncGenerator<BlogEvent | StreamSignal, void>;
    };
  };
}
