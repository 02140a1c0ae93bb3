/** The tag that matches all entries, used when it is unknown what changed. */
export const EVERYTHING = '*';

/** Passes the tags of commits, such as `post:my-slug`, to caches. */
export interface Changes {
  /** Calls the listener with the tags of every commit. The response to the write waits for it; it must not throw. */
  listen(listener: (tags: readonly string[]) => void | Promise<void>): void;
  /** Calls the listener with the tags of every commit of this process, without waiting for it. */
  listenToOwn(listener: (tags: readonly string[]) => void): void;
  /** Announces the tags of a commit of this process. */
  announce(tags: readonly string[]): Promise<void>;
  /** Announces the tags of a commit of another process. */
  hear(tags: readonly string[]): Promise<void>;
}

export function createChanges(): Changes {
  const listeners: ((tags: readonly string[]) => void | Promise<void>)[] = [];
  const ownListeners: ((tags: readonly string[]) => void)[] = [];

  async function hear(tags: readonly string[]): Promise<void> {
    await Promise.all(listeners.map(async (listener) => listener(tags)));
  }

  return {
    listen(listener) {
      listeners.push(listener);
    },
    listenToOwn(listener) {
      ownListeners.push(listener);
    },
    async announce(tags) {
      await hear(tags);
      ownListeners.forEach((listener) => listener(tags));
    },
    hear,
  };
}
