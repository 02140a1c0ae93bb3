import type { Worker } from 'node:cluster';

/** What one end may ask the other, by name. */
type Questions = object;
type Question<Q, K extends keyof Q> = Q[K] extends (...input: infer I) => infer A ? { input: I; answer: A } : never;

/** How an end answers what it is asked. */
export type Answers<Q extends Questions> = {
  [K in keyof Q]: (
    ...input: Extract<Question<Q, K>['input'], unknown[]>
  ) => Question<Q, K>['answer'] | Promise<Question<Q, K>['answer']>;
};

/** Asks whoever is at the other end. */
export interface Line<Q extends Questions> {
  /** Rejects with `LineClosed` when the other end is gone, and with what it says when it could not do it. */
  ask<K extends keyof Q>(
    name: K,
    ...input: Extract<Question<Q, K>['input'], unknown[]>
  ): Promise<Question<Q, K>['answer']>;
}

/** The other end is gone. */
export class LineClosed extends Error {}

type Message =
  | { ask: number; name: string; input: unknown[] }
  | { answer: number; value: unknown }
  | { answer: number; failure: string };

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/**
 * Makes questions and answers of the messages between primary and worker.
 *
 * @param worker the same on both ends, as node:cluster gives it
 * @param answers to what the other end asks
 */
export function openLine<Asks extends Questions, Asked extends Questions>(
  worker: Worker,
  answers: Answers<Asked>,
): Line<Asks> {
  const waiting = new Map<number, Waiting>();
  let last = 0;

  function settle(id: number, how: (one: Waiting) => void): void {
    const one = waiting.get(id);
    if (one && waiting.delete(id)) how(one);
  }

  async function answer({ ask, name, input }: Extract<Message, { ask: number }>): Promise<void> {
    const work: (...given: never) => unknown = answers[name as keyof Asked];
    try {
      send({ answer: ask, value: await work(...(input as never)) });
    } catch (error) {
      send({ answer: ask, failure: (error as Error).message });
    }
  }

  /** Whoever is gone needs no answer. */
  function send(message: Message, failed: () => void = () => undefined): void {
    worker.send(message, undefined, (error: Error | null) => error && failed());
  }

  worker.on('message', (message: Message) => {
    if ('ask' in message) void answer(message);
    else if ('failure' in message) settle(message.answer, ({ reject }) => reject(new Error(message.failure)));
    else settle(message.answer, ({ resolve }) => resolve(message.value));
  });
  worker.on('disconnect', () => {
    for (const id of waiting.keys()) settle(id, ({ reject }) => reject(new LineClosed('The other process is gone.')));
  });

  return {
    ask: (name, ...input) =>
      new Promise((resolve, reject) => {
        const id = ++last;
        waiting.set(id, { resolve, reject });
        const gone = () => settle(id, () => reject(new LineClosed('The other process is gone.')));
        send({ ask: id, name: String(name), input }, gone);
      }),
  };
}
