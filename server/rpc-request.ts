import { appError } from '../routers/errors.ts';
import { decodePart, valuesOf } from './http/target.ts';

/** Where native tRPC answers. */
export const ENDPOINT = '/trpc';

/** The calls that a URL of native tRPC names. */
export interface RpcRequest {
  /** The procedures, in the order of the calls. */
  names: string[];
  isBatch: boolean;
}

/**
 * Reads which procedures a URL of native tRPC calls. The read cache and tRPC both work from what is read here and in
 * `readRpcInput`, never from the URL itself: two parsers that disagree about one spelling would let it poison the cache.
 *
 * @param path below /trpc, undecoded
 * @param query undecoded
 * @throws NOT_FOUND for what is no name of a procedure; BAD_REQUEST
 */
export function readRpcRequest(path: string, query: string): RpcRequest {
  const isBatch = readBatch(query);
  const text = decodePart(path.slice(ENDPOINT.length + 1).replace(/\/$/, ''));
  const names = isBatch ? text.split(',') : [text];
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

/** The URL in which tRPC reads exactly this and nothing else. */
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
  const [value = '', ...more] = valuesOf(query, key);
  if (more.length === 0) return value;
  throw appError('BAD_REQUEST', `The query parameter "${key}" is repeated; send it once.`);
}
