import { expect } from 'chai';

import type { StreamMessage } from '../../routers/events/schemas.ts';

/** A stream of events as a client reads it. */
export interface TestStream {
  response: Response;
  /** The next message; waits for it. Null once the stream has ended. */
  next(): Promise<StreamMessage | null>;
  /** The next event that has an id of its own: no signal, no opening. */
  nextEvent(): Promise<StreamMessage | null>;
  /** Disconnects. */
  leave(): void;
}

/** Opens the REST stream at a service. */
export async function openTestStream(
  url: string,
  token: string,
  { lastEventId, query = '' }: { lastEventId?: string; query?: string } = {},
): Promise<TestStream> {
  const leaving = new AbortController();
  const response = await fetch(`${url}/api/events/stream${query}`, {
    headers: { authorization: `Bearer ${token}`, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) },
    signal: leaving.signal,
  });
  const messages = response.ok ? messagesIn(response) : nothing();
  const stream: TestStream = {
    response,
    async next() {
      const { value } = await messages.next();
      return value ?? null;
    },
    async nextEvent() {
      for (;;) {
        const message = await stream.next();
        if (!message || /^(post\.(?!saved)|comment\.|subscriber\.)/.test(message.type)) return message;
      }
    },
    leave: () => leaving.abort(),
  };
  return stream;
}

async function* messagesIn(response: Response): AsyncGenerator<StreamMessage, void> {
  let text = '';
  try {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const blocks = text.split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) {
        const lines = block.split('\n');
        const data = lines.find((line) => line.startsWith('data: '));
        if (!data) continue;
        const message = JSON.parse(data.slice('data: '.length)) as StreamMessage;
        expect(lines).to.include(`id: ${message.id}`);
        yield message;
      }
    }
  } catch {
    // The connection broke, or the test left.
  }
}

// oxlint-disable-next-line require-yield -- a refusal has no messages
async function* nothing(): AsyncGenerator<StreamMessage, void> {}
