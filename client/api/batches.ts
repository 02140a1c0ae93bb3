import { toBlogError } from './errors.ts';
import { failure, parse, type Received, type Transport } from './transport.ts';

/** Limits of a batch. The service accepts 10 calls and a URL of 8,192 bytes. */
const MAX_CALLS = 10;
const MAX_INPUTS = 7_000;
/** An input with more characters than this, percent-encoded, is sent in a request of its own. */
const MAX_BATCHED_INPUT = 5_000;

/** Whether a procedure reads or writes. */
export type Kind = 'query' | 'mutation';

/** A call under way. */
interface Call {
  name: string;
  /** The input as JSON text; undefined without one. */
  input: string | undefined;
  signal: AbortSignal;
  resolve(output: unknown): void;
  reject(error: unknown): void;
}

/** Sends one call. */
export type Send = (kind: Kind, name: string, input: unknown, signal: AbortSignal) => Promise<unknown>;

/** Sends calls as native tRPC: those made in the same tick together, at most 10 per request. */
export function createBatches(transport: Transport): Send {
  const waiting: Record<Kind, Call[]> = { query: [], mutation: [] };

  function flush(kind: Kind): void {
    const calls = waiting[kind].splice(0).filter(({ signal }) => !signal.aborted);
    for (const batch of split(calls)) sendBatch(transport, kind, batch);
  }

  return (kind, name, input, signal) =>
    new Promise((resolve, reject) => {
      const text = input === undefined ? undefined : JSON.stringify({ json: input });
      // Timers run after the end of a tick: retries that are due at the same time share a request too.
      if (waiting[kind].push({ name, input: text, signal, resolve, reject }) === 1) setTimeout(flush, 0, kind);
    });
}

function split(calls: readonly Call[]): Call[][] {
  const batches: Call[][] = [];
  let batch: Call[] = [];
  let size = 0;
  for (const call of calls) {
    const length = encodeURIComponent(call.input ?? '').length + call.name.length;
    if (length > MAX_BATCHED_INPUT) {
      batches.push([call]);
      continue;
    }
    size += length;
    if (batch.length === 0 || batch.length === MAX_CALLS || size > MAX_INPUTS) {
      batches.push((batch = []));
      size = length;
    }
    batch.push(call);
  }
  return batches;
}

function sendBatch({ send }: Transport, kind: Kind, calls: readonly Call[]): void {
  const all = new AbortController();
  const abort = () => calls.every(({ signal }) => signal.aborted) && all.abort();
  for (const { signal } of calls) signal.addEventListener('abort', abort);
  const names = calls.map(({ name }) => name).join(',');
  const inputs = calls.flatMap(({ input }, at) => (input === undefined ? [] : [`"${at}":${input}`]));
  const text = `{${inputs.join(',')}}`;
  const path = `/trpc/${names}?batch=1`;
  const sending =
    kind === 'query'
      ? send(`${path}&input=${encodeURIComponent(text)}`, all.signal)
      : send(path, all.signal, { body: text });
  sending
    .then((received) => settle(calls, received))
    .catch((error: unknown) => {
      for (const { reject } of calls) reject(error);
    });
}

interface Answer {
  result?: { data?: { json?: unknown; meta?: { values?: Record<string, unknown> } } };
  error?: { json?: unknown };
}

function settle(calls: readonly Call[], received: Received): void {
  const body = parse(received);
  const answers = Array.isArray(body) ? (body as Answer[]) : [];
  for (const [at, { resolve, reject }] of calls.entries()) {
    const { result, error } = answers[at] ?? {};
    if (result?.data) resolve(withoutUndefined(result.data));
    // A request that fails as a whole has a single error, alone or as the first of an array.
    else reject(toBlogError((error ?? answers[0]?.error ?? (body as Answer).error)?.json) ?? failure(received, body));
  }
}

/** superjson writes an undefined field as null, marked in `meta`. Outputs contain no other special values. */
function withoutUndefined({ json, meta }: NonNullable<NonNullable<Answer['result']>['data']>): unknown {
  for (const path of Object.keys(meta?.values ?? {})) {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    const parent = keys.reduce((value, key) => (value as Record<string, unknown> | undefined)?.[key], json);
    delete (parent as Record<string, unknown> | undefined)?.[last];
  }
  return json;
}
