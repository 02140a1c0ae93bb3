import { appError } from '../../../routers/base/errors.ts';
import { decodePart, queryValues } from '../../http/target.ts';

/** The path of native tRPC. */
export const ENDPOINT = '/trpc';
/** The maximum number of calls in a batch. */
const MAX_BATCH = 10;

/** The calls in a URL of native tRPC. */
export interface RpcRequest {
  /** The procedures, in the order of the calls. */
  names: string[];
  isBatch: boolean;
}

/**
 * Reads the procedures of a native tRPC URL. The read cache and tRPC both use the result of this and of `readRpcInput`,
 * never the URL itself: two parsers that interpret a URL differently would allow cache poisoning.
 *
 * @param path below /trpc, undecoded
 * @param query undecoded
 * @throws NOT_FOUND for an unknown procedure; BAD_REQUEST
 */
export function readRpcRequest(path: string, query: string): RpcRequest {
  const isBatch = readBatch(query);
  const text = decodePart(path.slice(ENDPOINT.length + 1).replace(/\/$/, ''));
  const names = isBatch ? text.split(',') : [text];
  if (names.length > MAX_BATCH) {
    const sentence = `A batch may have ${MAX_BATCH} calls, and this one has ${names.length}; set "maxItems" of the tRPC link to ${MAX_BATCH}.`;
    throw appError('BAD_REQUEST', sentence);
  }
  if (names.every((name) => /^\w+(?:\.\w+)*$/.test(name))) return { names, isBatch };
  throw appError('NOT_FOUND', 'There is no procedure with this name.');
}

/**
 * Reads the query parameter `input`.
 *
 * @returns the JSON text; undefined when it is absent or empty
 * @throws BAD_REQUEST when it is repeated
 */
export function readRpcInput(query: string): string | undefined {
  return single(query, 'input') || undefined;
}

/**
 * Reads what `httpSubscriptionLink` puts into the URL beside the input.
 *
 * @returns `token` from `connectionParams`, for clients that cannot send the header Authorization
 * @throws BAD_REQUEST
 */
export function readSubscription(query: string): { lastEventId?: string; token?: string } {
  const lastEventId = single(query, 'lastEventId');
  const parameters = single(query, 'connectionParams') || '{}';
  const { token } = (parseObject(parameters) ?? {}) as { token?: unknown };
  return { ...(lastEventId !== '' && { lastEventId }), ...(typeof token === 'string' && { token }) };
}

function parseObject(text: string): object | null {
  try {
    const value = JSON.parse(text) as unknown;
    if (typeof value === 'object') return value;
  } catch {
    // The sentence below says what is expected.
  }
  throw appError('BAD_REQUEST', 'The query parameter "connectionParams" must be a JSON object such as {"token":"…"}.');
}

/** A URL that tRPC parses to exactly this. */
export function rpcUrl({ names, isBatch }: RpcRequest, input?: string): string {
  const values = { ...(isBatch && { batch: '1' }), ...(input !== undefined && { input }) };
  return `http://localhost${ENDPOINT}/${names.join(',')}?${new URLSearchParams(values)}`;
}

function readBatch(query: string): boolean {
  const batch = single(query, 'batch');
  if (batch === '1' || batch === '') return batch === '1';
  throw appError('BAD_REQUEST', 'The query parameter "batch" is 1 for a batch, and absent for a single call.');
}

function single(query: string, key: string): string {
  const [value = '', ...more] = queryValues(query, key);
  if (more.length === 0) return value;
  throw appError('BAD_REQUEST', `The query parameter "${key}" is repeated; send it once.`);
}
