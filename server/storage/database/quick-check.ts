import { readerThread } from './reader/thread.ts';

/** A check of an SQLite file, in a thread of its own. */
export interface QuickCheck {
  /**
   * Resolves to the seconds it took. Rejects with an error of SQLite when the file is damaged or cannot be read. Never
   * settles once it is stopped.
   */
  done: Promise<number>;
  stop(): Promise<void>;
}

/** The longest time of a timer, 24 days: a large file takes minutes. */
const NO_DEADLINE = 2 ** 31 - 1;

/** Begins to check the structure of a file, which may be in use. */
export function beginQuickCheck(file: string): QuickCheck {
  const thread = readerThread(file, { deadline: NO_DEADLINE });
  let isStopped = false;

  async function check(): Promise<number> {
    const begun = performance.now();
    try {
      const [first] = (await thread.read('pragma quick_check(1)', [])) as { quick_check: string }[];
      if (first?.quick_check !== 'ok') throw damage(first?.quick_check ?? '');
      return Math.round(performance.now() - begun) / 1000;
    } catch (error) {
      if (!isStopped) throw error;
      return await new Promise(() => undefined);
    } finally {
      await thread.close();
    }
  }

  const done = check();
  // Callers that are not interested any more, because the start has failed, do not wait for it.
  done.catch(() => undefined);
  return {
    done,
    async stop() {
      isStopped = true;
      await thread.close();
    },
  };
}

/** As SQLite reports what it finds in a page that it needs. */
function damage(complaint: string): Error {
  return Object.assign(new Error(complaint), { code: 'SQLITE_CORRUPT' });
}
