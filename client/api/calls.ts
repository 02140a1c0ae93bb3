import { createBatches, type Kind } from './batches.ts';
import { BlogError } from './errors.ts';
import { slow } from './generated/procedures.ts';
import type { BlogClientOptions, CallOptions, RetryOptions } from './options.ts';
import { createPostReads } from './post-reads.ts';
import type { Transport } from './transport.ts';

/** Milliseconds that an attempt may take by default. */
const TIMEOUT = 30_000;
/** The longest time that timers measure, in milliseconds. */
const LONGEST = 2 ** 31 - 1;
/** Seconds that a call waits by default before its retries, all together. */
const MAX_WAIT = 65;
const BUSY = new Set([429, 502, 503, 504]);

/** Makes a call: `call('query', 'posts.list', { page: 2 }, { timeout: 1000 })`. */
export type MakeCall = (kind: Kind, name: string, input: unknown, options?: CallOptions) => Promise<unknown>;

/** Makes calls with time-outs and retries. */
export function createCalls(options: BlogClientOptions, transport: Transport): MakeCall {
  const inBatch = createBatches(transport);
  const readPost = createPostReads(transport);
  const send = (kind: Kind, name: string, input: unknown, signal: AbortSignal) =>
    (name === 'posts.get' && readPost(input, signal)) || inBatch(kind, name, input, signal);

  return async (kind, name, input, given) => {
    // A caller such as Array.map passes other things as options.
    const { signal, timeout = slow.includes(name) ? Infinity : (options.timeout ?? TIMEOUT) } = given ?? {};
    const retry = kind === 'query' && options.retry !== false ? (options.retry ?? {}) : { attempts: 1 };
    let waited = 0;
    for (let attempt = 1; ; attempt++) {
      try {
        const output = await within(signal, timeout, transport.url, (ended) => send(kind, name, input, ended));
        signal?.throwIfAborted();
        return output;
      } catch (error) {
        signal?.throwIfAborted();
        const wait = secondsBefore(error, attempt, retry);
        waited += wait;
        if (waited > (retry.maxWait ?? MAX_WAIT)) throw error;
        await within(signal, Infinity, '', (ended) => pause(wait, ended));
      }
    }
  };
}

/** Seconds to wait before the next attempt; Infinity when there is none. */
function secondsBefore(error: unknown, attempt: number, { attempts = Infinity }: RetryOptions): number {
  if (!(error instanceof BlogError) || attempt >= attempts) return Infinity;
  if (!BUSY.has(error.status) && error.code !== 'NETWORK_ERROR') return Infinity;
  return error.retryAfter ?? 2 ** (attempt - 1);
}

/** Runs something until the caller aborts it or its time is over; then the promise rejects at once. */
export function within<T>(
  signal: CallOptions['signal'],
  timeout: number,
  url: string,
  run: (ended: AbortSignal) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  return new Promise<T>((resolve, reject) => {
    const timer = timeout <= LONGEST ? setTimeout(() => end(timedOut(url, timeout)), timeout) : undefined;
    const abort = () => end(signal?.reason);
    const clear = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
    function end(reason: unknown): void {
      clear();
      ending.abort(reason);
      reject(reason);
    }
    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort);
    run(ending.signal).then(resolve, reject).finally(clear);
  });
}

function pause(seconds: number, ended: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000);
    ended.addEventListener('abort', () => clearTimeout(timer));
  });
}

function timedOut(url: string, milliseconds: number): BlogError {
  const message = `The service at ${url} did not answer within ${milliseconds / 1000} s.`;
  return new BlogError('TIMEOUT', message, { status: 0 });
}
