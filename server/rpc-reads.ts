import { getTRPCErrorFromUnknown } from '@trpc/server';
import type { SuperJSONResult } from 'superjson';

import type { Services } from '../routers/context.ts';
import { describeDatabaseError } from '../routers/database-errors.ts';
import { transformer } from '../routers/transformer.ts';
import type { Meta } from '../routers/trpc.ts';
import { callProcedure } from './call-procedure.ts';
import { requireNesting } from './http/body.ts';
import type { Finder } from './reads/reading.ts';
import { knownOf, parsed } from './reads/rest-readings.ts';
import { procedures } from './routes.ts';
import { DEEPEST_INPUT, JSON_TYPE, rpcFailure } from './rpc-failure.ts';
import { ENDPOINT, readRpcInput, readRpcRequest } from './rpc-request.ts';

/**
 * The public reads of native tRPC: one query at a time, as the typed client sends it, in a batch of one or alone. Its
 * answers are kept here for speed, and by nobody else. The call gets the very input that the key is made of.
 */
export function rpcReadings(services: Services): Finder {
  return (path, query) => {
    if (!path.startsWith(`${ENDPOINT}/`)) return null;
    const { names, isBatch } = readRpcRequest(path, query);
    const [name = '', ...more] = names;
    if (more.length > 0 || !isPublicRead(name)) return null;
    const asked = readAsked(query, isBatch);
    const input = parsed(name, asked);
    if (!input) return null;
    const known = knownOf(name, input);
    const enveloped = (body: string) => (isBatch ? `[${body}]` : body);
    return {
      ...known,
      key: `trpc ${isBatch ? 'batch ' : ''}${known.key}`,
      route: `trpc ${name}`,
      async make(call) {
        const data = transformer.output.serialize(await callProcedure({ name, method: 'GET' }, call, asked));
        return { type: JSON_TYPE, body: enveloped(JSON.stringify({ result: { data } })) };
      },
      fail(thrown) {
        const answer = rpcFailure(describeDatabaseError(getTRPCErrorFromUnknown(thrown), services), name);
        return { ...answer, body: enveloped(answer.body) };
      },
    };
  };
}

function isPublicRead(name: string): boolean {
  const meta = Object.hasOwn(procedures, name) ? (procedures[name]?._def.meta as Meta | undefined) : undefined;
  return meta?.dependsOn !== undefined;
}

/**
 * The input of the one call, as tRPC itself reads it.
 *
 * @throws what is wrong with it, which the call itself refuses in its own words
 */
function readAsked(query: string, isBatch: boolean): unknown {
  const text = readRpcInput(query);
  if (text === undefined) return undefined;
  requireNesting(text, DEEPEST_INPUT);
  const value = JSON.parse(text) as unknown;
  if (!isBatch) return transformer.input.deserialize(value as SuperJSONResult);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeError('This is no batch.');
  const first = (value as Record<string, SuperJSONResult | undefined>)['0'];
  return first === undefined ? undefined : transformer.input.deserialize(first);
}
