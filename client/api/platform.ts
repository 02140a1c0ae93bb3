/** The type of the platform's fetch; without platform types, the part that the client needs. */
export type Fetch = typeof globalThis extends { fetch: infer F }
  ? F
  : (url: string, init: { method: string; headers: Record<string, string>; body?: string }) => Promise<unknown>;

/** The type of the platform's AbortSignal; without platform types, the part that the client needs. */
export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer S } }
  ? S
  : {
      readonly aborted: boolean;
      readonly reason: unknown;
      addEventListener(type: 'abort', listener: () => void): void;
      removeEventListener(type: 'abort', listener: () => void): void;
    };

/** The type of the platform's Blob, which File extends; where no types of a platform are loaded, any object. */
export type FileContent = typeof globalThis extends { Blob: { prototype: infer B } } ? B : object;
