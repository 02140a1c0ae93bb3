import type { SuperJSONResult } from 'superjson';

import type { Services } from '../../../routers/core/context.ts';
import { transformer } from '../../../routers/base/transformer.ts';
import { requireNesting } from '../../http/body.ts';
import type { Resolver } from '../../http/routes.ts';
import { cacheableCall, callProcedure, procedureMeta } from '../../http/procedure-routes.ts';
import { MAX_INPUT_DEPTH, JSON_TYPE, rpcErrors } from './failure.ts';
import { readRpcInput, readRpcRequest } from './request.ts';

/**
 * The public reads of native tRPC: a single query, in a batch of one or alone, as the typed client sends it. The
 * responses are stored only in this cache. The call gets the same input that the key is derived from.
 */
export function rpcReads(services: Services): Resolver {
  return ({ path, query }) => {
    const { names, isBatch } = readRpcRequest(path, query);
    const [name = '', ...more] = names;
    if (more.length > 0 || !isPublicRead(name)) return null;
    const input = readInput(query, isBatch);
    const call = cacheableCall(name, input);
    if (!call) return null;
    return {
      ...call,
      key: `trpc ${isBatch ? 'batch ' : ''}${call.key}`,
      route: `trpc ${name}`,
      async render(context) {
        const output = await callProcedure({ name, type: 'query' }, context, input);
        const body = JSON.stringify({ result: { data: transformer.output.serialize(output) } });
        return { type: JSON_TYPE, body: isBatch ? `[${body}]` : body };
      },
      errors: rpcErrors(services, name, isBatch),
    };
  };
}

function isPublicRead(name: string): boolean {
  return procedureMeta(name)?.dependsOn !== undefined;
}

/**
 * The input of the call, parsed like tRPC does.
 *
 * @throws if it is invalid; the call itself rejects it with its own message
 */
function readInput(query: string, isBatch: boolean): unknown {
  const text = readRpcInput(query);
  if (text === undefined) return undefined;
  requireNesting(text, MAX_INPUT_DEPTH);
  const value = JSON.parse(text) as unknown;
  if (!isBatch) return transformer.input.deserialize(value as SuperJSONResult);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeError('This is not a batch.');
  const first = (value as Record<string, SuperJSONResult | undefined>)['0'];
  return first === undefined ? undefined : transformer.input.deserialize(first);
}
