import type { Answer, TestService } from './service.ts';
import { freshAddress } from './visitors.ts';

const COMMENTS = '/api/posts/gb-note/comments';

/** Visitors who submit different comments continuously, and record which ones were acknowledged. */
export interface Writers {
  acknowledged: ReadonlySet<string>;
  /** The statuses of all other responses. */
  otherStatuses: ReadonlySet<number>;
  /** Resolves when as many comments as there are writers, all sent after this call, were acknowledged. */
  writeOn(): Promise<void>;
  stop(): Promise<void>;
}

export function startWriters(service: TestService, count: number): Writers {
  const acknowledged = new Set<string>();
  const otherStatuses = new Set<number>();
  const waiting = new Set<() => void>();
  let isOver = false;
  let written = 0;

  async function write(): Promise<void> {
    const content = `comment ${++written}`;
    const waitingBefore = [...waiting];
    const { status } = await comment(service, content);
    if (status !== 201) {
      otherStatuses.add(status);
      // Retries as the response suggests.
      return new Promise((resolve) => setTimeout(resolve, 20));
    }
    acknowledged.add(content);
    for (const oneWrote of waitingBefore) oneWrote();
  }

  async function keepWriting(): Promise<void> {
    while (!isOver) await write();
  }

  const running = Array.from({ length: count }, keepWriting);
  return {
    acknowledged,
    otherStatuses,
    writeOn: () =>
      new Promise((resolve) => {
        let left = count;
        const oneWrote = () => {
          left -= 1;
          if (left === 0) resolve();
          if (left === 0) waiting.delete(oneWrote);
        };
        waiting.add(oneWrote);
      }),
    async stop() {
      isOver = true;
      await Promise.all(running);
    },
  };
}

/** Submits a comment from a new client IP. */
export function comment(service: TestService, content: string): Promise<Answer> {
  return service.call('POST', COMMENTS, { body: { author: 'Ann', content }, headers: freshAddress() });
}
