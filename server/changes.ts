/** The tag that stands for everything: nobody knows what changed. */
export const EVERYTHING = '*';

/** Carries tags to the other processes of this machine; resolves once each of them has let go of what it kept. */
export type Relay = (tags: readonly string[]) => Promise<void>;

/** Brings what commits touched, by tags such as `post:my-slug`, to whoever keeps something of it. */
export interface Changes {
  /** Calls this with the tags of every commit. The write's answer waits for it; it does not throw. */
  listen(listener: (tags: readonly string[]) => void | Promise<void>): void;
  /** Calls this with the tags of every commit of this process; nobody waits for it. */
  listenToOwn(listener: (tags: readonly string[]) => void): void;
  /** A commit of this process touched these: tells the listeners here, and those of the other processes. */
  announce(tags: readonly string[]): Promise<void>;
  /** A commit of another process touched these. */
  hear(tags: readonly string[]): Promise<void>;
  /** Sets how the other processes of this machine are told. */
  relayBy(relay: Relay): void;
}

export function createChanges(): Changes {
  const listeners: ((tags: readonly string[]) => void | Promise<void>)[] = [];
  const ownListeners: ((tags: readonly string[]) => void)[] = [];
  let relay: Relay = () => Promise.resolve();

  async function hear(tags: readonly string[]): Promise<void> {
    await Promise.all(listeners.map(async (listener) => listener(tags)));
  }

  return {
    listen: (listener) => void listeners.push(listener),
    listenToOwn: (listener) => void ownListeners.push(listener),
    async announce(tags) {
      await Promise.all([hear(tags), relay(tags)]);
      ownListeners.forEach((listener) => listener(tags));
    },
    hear,
    relayBy(next) {
      relay = next;
    },
  };
}
