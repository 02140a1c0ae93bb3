import { setTimeout as wait } from 'node:timers/promises';

import { clientAddress, send } from '../test/support/plain-http.ts';
import { processorMicroseconds } from './usage.ts';

/** How long edits are measured alone, in milliseconds. */
const ALONE = 1000;
/** As many edits as come in 6 s. */
const WARM_ROUNDS = 300;

export interface Edits {
  /** The CPU time of work beside the edits, without what the edits take alone, in microseconds. */
  beside(work: () => Promise<void>): Promise<number>;
  /** Edits and reads in turns, so that what an edit invalidates is made by code that is as warm as after a minute of edits. */
  warm(read: () => Promise<unknown>): Promise<void>;
}

/**
 * Edits posts at a steady rate while something else is measured.
 *
 * @param rate edits a second
 * @param pid the process of the service
 */
export function editPosts(
  { url, authorization, ids }: { url: string; authorization: string; ids: string[] },
  rate: number,
  pid: number,
): Edits {
  let sent = 0;

  async function editWhile(work: Promise<void>): Promise<void> {
    const begun = performance.now();
    const edits: Promise<unknown>[] = [];
    const timer = setInterval(() => {
      while (edits.length < ((performance.now() - begun) / 1000) * rate) edits.push(edit());
    }, 2);
    await work.finally(() => clearInterval(timer));
    await Promise.all(edits);
  }

  async function edit(): Promise<void> {
    const number = sent++;
    const { status } = await send(`${url}/api/posts/${ids[number % ids.length]!}`, {
      method: 'PUT',
      json: { content: `Edited ${number} times. ${'A sentence of the post that is edited. '.repeat(25)}` },
      headers: { ...clientAddress(252, number), authorization },
    });
    if (status !== 200) throw new Error(`An edit was ${status}.`);
  }

  async function measure(work: () => Promise<void>): Promise<{ cpu: number; time: number }> {
    const [begun, before] = [performance.now(), processorMicroseconds(pid)];
    await editWhile(work());
    return { cpu: processorMicroseconds(pid) - before, time: performance.now() - begun };
  }

  return {
    async beside(work) {
      const alone = await measure(() => wait(ALONE));
      const both = await measure(work);
      return both.cpu - (alone.cpu / alone.time) * both.time;
    },
    async warm(read) {
      for (let round = 0; round < WARM_ROUNDS; round++) {
        await edit();
        await read();
      }
    },
  };
}
