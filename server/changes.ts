/** The tag that stands for everything: nobody knows what changed. */
export const EVERYTHING = '*';

/** Brings what commits touched, by tags such as `post:my-slug`, to whoever keeps something of it. */
export interface Changes {
  /** Calls this with the tags of every commit. The write's answer waits for it; it does not throw. */
  listen(listener: (tags: readonly string[]) => void | Promise<void>): void;
  /** Calls this with the tags of every commit of this process; nobody waits for it. */
  listenToOwn(listener: (tags: readonly string[]) => void): void;
  /** A commit of this process touched these. */
  announce(tags: readonly string[]): Promise<void>;
  /** A commit of another process touched these. */
  hear(tags: readonly string[]): Promise<void>;
}

export function createChanges(): Changes {
  const listeners: ((tags: readonly string[]) => void | Promise<void>)[] = [];
  const ownListeners: ((tags: readonly string[]) => void)[] = [];

  async function hear(tags: readonly string[]): Promise<void> {
    await Promise.all(listeners.map(async (listener) => listener(tags)));
  }

  return {
    listen: (listener) => void listeners.push(listener),
    listenToOwn: (listener) => void ownListeners.push(listener),
    async announce(tags) {
      await hear(tags);
      ownListeners.forEach((listener) => listener(tags));
    },
    hear,
  };
}
