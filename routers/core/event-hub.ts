import type { Caller } from '../base/callers.ts';

/** The id of an event, in the order of the commits. */
export interface EventId {
  /** The epoch of the database, which changes when a backup is restored. */
  epoch: number;
  /** Its number, without gaps; 0 is before the first event. */
  seq: number;
}

/** A message of the stream; routers/events/schemas.ts describes each type. */
export interface EventMessage {
  id: string;
  type: string;
  timestamp: string;
  data: unknown;
}

/** An event as the stream sends it. */
export interface SequencedEvent<Message = EventMessage> {
  id: EventId;
  /** Null for one that this version does not know. */
  message: Message | null;
  /** The characters of its data. */
  length: number;
}

/** Tells the app to reload something. */
export interface Signal {
  type: 'stream.refresh' | 'post.saved' | 'comments.changed' | 'jobs.changed';
  /** The post, of post.saved. */
  subject?: string;
}

/** A stream as its reader sees it. */
export interface Subscription {
  /** The event after which it begins. */
  start(): EventId;
  /**
   * Waits for the next message: the event that follows the last one, or a signal.
   *
   * @returns null after the client has disconnected
   * @throws UNAUTHORIZED or another error when the caller has lost access; CURSOR_EXPIRED when the client reads so
   *   slowly that the next events are deleted; an AbortError when the service stops
   */
  next(): Promise<SequencedEvent | Signal | null>;
  /** Ends it for the hub; further calls have no effect. */
  close(): void;
}

/** The options of a stream. */
export interface SubscriptionOptions {
  caller: NonNullable<Caller>;
  /** Whether the stream gets signals. */
  hasSignals: boolean;
  /** Verifies the caller's token again. */
  verify(): Promise<Caller>;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  /** Reads a page of the events after one. */
  readAfter(id: EventId): Promise<SequencedEvent[]>;
  release(): void;
}

/** The caller of a stream, and where it begins. */
export interface StreamOptions extends Omit<SubscriptionOptions, 'readAfter' | 'release'> {
  /** The last event that the caller received; null: events from now on. */
  after: EventId | null;
}

/**
 * The events of an instance for all of its streams. One reader follows the table while there are streams. Commits wake
 * it; the database is not polled.
 */
export interface EventHub {
  /**
   * @throws CURSOR_EXPIRED when events after `after` are gone, or it is of another history of the database;
   *   RATE_LIMITED and SERVICE_UNAVAILABLE when there are too many streams
   */
  subscribe(options: StreamOptions): Promise<Subscription>;
  /**
   * Receives each commit of any instance.
   *
   * @param tags what it changed
   * @param isUnclear whether anything else may have changed too
   */
  hear(tags: readonly string[], isUnclear: boolean): void;
  /** How many streams are open. */
  size(): number;
  /** Ends all streams, and opens no others. */
  close(): void;
}
