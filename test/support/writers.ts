import type { Answer, TestService } from './service.ts';
import { freshAddress } from './visitors.ts';

const COMMENTS = '/api/posts/gb-note/comments';

/** Visitors who write one comment after the other, each different, and remember which ones were acknowledged. */
export interface Writers {
  acknowledged: ReadonlySet<string>;
  /** The statuses of everything else that they were answered. */
  otherStatuses: ReadonlySet<number>;
  /** Resolves once as many comments as there are writers were acknowledged that were sent after this call. */
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
      // As a client does that is told to try again.
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

/** Sends a comment from an address of its own. */
export function comment(service: TestService, content: string): Promise<Answer> {
  return service.call('POST', COMMENTS, { body: { author: 'Ann', content }, headers: freshAddress() });
}
