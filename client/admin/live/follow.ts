import { createStreams } from '../../api/stream.ts';
import type { BlogEvent, StreamSignal } from '../../index.ts';
import { createTransport } from '../../api/transport.ts';
import { asBlogError } from '../errors/as-blog-error.ts';
import { session } from '../session/session.ts';
import { baseUrl, ownName } from '../place.ts';

export type Message = BlogEvent | StreamSignal;

/** The lock of the tab that reads the stream, and the channel by which the other tabs get its messages. */
const NAME = ownName('octavo-live');

const transport = createTransport(
  { url: baseUrl },
  {
    token: session.token,
    receipts: [],
  },
);
const { events } = createStreams(transport);

/**
 * Follows the events of the service. Only one of several tabs has a stream and passes the events on, because browsers
 * open only six connections to a server. Without a stream nothing happens.
 *
 * @returns ends it
 */
export function follow(handle: (message: Message) => void): () => void {
  const leaving = new AbortController();
  const { signal } = leaving;
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => handle(data));
  // Browsers have no locks on http pages.
  const { locks } = navigator as { locks?: LockManager };
  let isFirst = true;

  function receive(message: Message): void {
    if (message.type !== 'stream.opened') return pass(message);
    // The first stream opens while the screens are read. Signals before a later one were lost.
    if (!isFirst) pass({ ...message, type: 'stream.refresh' });
    isFirst = false;
  }

  function pass(message: Message): void {
    handle(message);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none
    if (locks) channel.postMessage(message);
  }

  async function lead(lock: Lock | null): Promise<void> {
    if (lock) return read(receive, signal);
    // Another tab reads the stream until it is closed.
    isFirst = false;
    await locks?.request(NAME, { signal }, lead);
  }

  if (locks) locks.request(NAME, { ifAvailable: true }, lead).catch(() => undefined);
  else whileVisible(signal, (visible) => void read(receive, visible));
  return () => {
    leaving.abort();
    channel.close();
  };
}

/** Reads until the signal, or until the service refuses the stream. */
async function read(receive: (message: Message) => void, signal: AbortSignal): Promise<void> {
  try {
    for await (const message of events.stream({ include: 'signals', signal })) receive(message);
  } catch (error) {
    // A new stream begins with the message that has everything read again.
    if (asBlogError(error).code === 'CURSOR_EXPIRED') await read(receive, signal);
  }
}

/** Runs something while the tab is visible, so that hidden tabs have no connection. */
function whileVisible(signal: AbortSignal, run: (visible: AbortSignal) => void): void {
  let hiding = new AbortController();

  function look(): void {
    hiding.abort();
    if (document.visibilityState === 'hidden') return;
    hiding = new AbortController();
    run(AbortSignal.any([signal, hiding.signal]));
  }

  document.addEventListener('visibilitychange', look, { signal });
  look();
}
