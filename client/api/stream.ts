import { BlogError } from './errors.ts';
import type { StreamSignal } from './generated/trpc.ts';
import type { BlogEvent, StreamOptions, Streams } from './stream-types.ts';
import { failure, parse, type Transport } from './transport.ts';

/** Milliseconds after which a silent connection is closed: the service sends something every 15 s. */
const SILENCE = 45_000;
/** The maximum pause before a reconnection, in seconds. */
const LONGEST_PAUSE = 30;
/** The service did not answer, but perhaps a proxy before it. */
const UNANSWERED = new Set<string>(['NETWORK_ERROR', 'UNEXPECTED_ANSWER']);

/** The streams of a client. */
export function createStreams(transport: Transport): Streams {
  async function* stream({ signal, lastEventId, include }: StreamOptions & { include?: 'signals' } = {}) {
    const ending = new AbortController();
    const end = () => ending.abort();
    if (signal?.aborted) return;
    signal?.addEventListener('abort', end);
    let id = lastEventId;
    let failures = 0;
    try {
      while (!ending.signal.aborted) {
        let wait = 0;
        try {
          for await (const message of open(transport, { id, include }, ending.signal)) {
            id = message.id;
            failures = 0;
            if (include || /^(post|comment)\./.test(message.type)) yield message;
          }
        } catch (error) {
          if (ending.signal.aborted) return;
          wait = secondsAfter(error);
        }
        // Random, so that the clients of a restarted service do not reconnect all at once.
        const pause = Math.min(2 ** failures++, LONGEST_PAUSE) * (0.5 + Math.random() / 2);
        await sleep(Math.max(wait, pause), ending.signal);
      }
    } finally {
      end();
      signal?.removeEventListener('abort', end);
    }
  }
  return { events: { stream: stream as Streams['events']['stream'] } };
}

/**
 * The Retry-After of an error in seconds, or 0.
 *
 * @throws the error if another attempt would fail too
 */
function secondsAfter(error: unknown): number {
  if (!(error instanceof BlogError)) return 0;
  if (!UNANSWERED.has(error.code) && error.status !== 429 && error.status < 500) throw error;
  return error.retryAfter ?? 0;
}

interface Position {
  id: string | undefined;
  include: 'signals' | undefined;
}

async function* open(transport: Transport, { id, include }: Position, ended: AbortSignal) {
  const connection = new AbortController();
  const close = () => connection.abort();
  ended.addEventListener('abort', close);
  let silence = setTimeout(close, SILENCE);
  try {
    const headers = { accept: 'text/event-stream', ...(id !== undefined && { 'last-event-id': id }) };
    const path = `/api/events/stream${include ? `?include=${include}` : ''}`;
    const response = await transport.open(path, connection.signal, { headers });
    if (!response.headers.get('content-type')?.startsWith('text/event-stream') || !response.body) {
      const received = { response, text: await response.text() };
      throw failure(received, parse(received));
    }
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(silence);
      silence = setTimeout(close, SILENCE);
      text += decoder.decode(value, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const [, data] = /^data: (.*)$/m.exec(block) ?? [];
        if (data !== undefined) yield JSON.parse(data) as BlogEvent | StreamSignal;
      }
    }
  } finally {
    clearTimeout(silence);
    ended.removeEventListener('abort', close);
    close();
  }
}

function sleep(seconds: number, ended: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      clearTimeout(timer);
      ended.removeEventListener('abort', stop);
      resolve();
    };
    const timer = setTimeout(stop, seconds * 1000);
    ended.addEventListener('abort', stop);
  });
}
