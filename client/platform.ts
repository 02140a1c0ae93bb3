/** The type of the platform's fetch; where no types of a platform are loaded, what the client needs of it. */
export type Fetch = typeof globalThis extends { fetch: infer F }
  ? F
  : (url: string, init: { method: string; headers: Record<string, string>; body?: string }) => Promise<unknown>;

/** The type of the platform's AbortSignal; where no types of a platform are loaded, what the client needs of it. */
export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer S } }
  ? S
  : {
      readonly aborted: boolean;
      readonly reason: unknown;
      addEventListener(type: 'abort', listener: () => void): void;
      removeEventListener(type: 'abort', listener: () => void): void;
    };
