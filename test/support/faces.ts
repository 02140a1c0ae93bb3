import superjson, { type SuperJSONResult } from 'superjson';

import { procedures, routes } from '../../server/http/procedure-routes.ts';
import type { Answer, CallOptions, TestService } from './service.ts';

/** The result of a call in a common format. `value` is the response or the error. */
export interface Outcome {
  status: number;
  code?: string;
  value: unknown;
  headers: Headers;
}

export type Input = Record<string, unknown>;
type Options = Pick<CallOptions, 'token' | 'headers' | 'raw'>;

/** Calls any procedure by name. */
export type Face = (service: TestService, name: string, input?: Input, options?: Options) => Promise<Outcome>;

/** Calls a procedure over REST: parameters go into the path, the rest into the query or the body. */
export const overRest: Face = async ({ call }, name, input = {}, options = {}) => {
  const route = routes.find((one) => one.name === name);
  if (!route) throw new Error(`${name} has no REST address`);
  const rest = { ...input };
  const path = route.path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    delete rest[parameter];
    return encodeURIComponent(input[parameter] as string);
  });
  const inQuery = route.method === 'GET' || route.method === 'DELETE';
  const query =
    inQuery && Object.keys(rest).length > 0 ? `?${new URLSearchParams(rest as Record<string, string>)}` : '';
  const body = inQuery || Object.keys(rest).length === 0 ? {} : { body: rest };
  const answer = await call(route.method, path + query, { ...options, ...body });
  const { ok, code, ...value } = answer.body as { ok: boolean; code?: string };
  return { ...outcome(answer, answer.body.ok === true), ...(ok ? { value: answer.body as unknown } : { code, value }) };
};

/** Calls a procedure over native tRPC, as a plain HTTP request. */
export const overTrpc: Face = async ({ call }, name, input, options = {}) => {
  const data = JSON.stringify(superjson.serialize(input));
  const isQuery = procedures[name]?._def.type === 'query';
  const answer = isQuery
    ? await call('GET', `/trpc/${name}?input=${encodeURIComponent(data)}`, options)
    : await call('POST', `/trpc/${name}`, { raw: data, ...options });
  const { result, error } = answer.body as { result?: { data: SuperJSONResult }; error?: SuperJSONResult };
  if (result) return { ...outcome(answer, true), value: superjson.deserialize(result.data) };
  const { message, data: details } = superjson.deserialize<{ message: string; data: Details }>(error!);
  const { code: _, httpStatus, path: __, reason, retryAfter: ___, ...value } = details;
  return { status: httpStatus, code: reason, value: { error: message, ...value }, headers: answer.headers };
};

/** REST and tRPC by name. */
export const faces: readonly [string, Face][] = [
  ['REST', overRest],
  ['tRPC', overTrpc],
];

interface Details {
  code: string;
  httpStatus: number;
  path: string;
  reason: string;
  retryAfter?: number;
}

/** Normalizes the status of successes, because only REST uses 201. */
function outcome({ status, headers }: Answer, succeeded: boolean): Pick<Outcome, 'status' | 'headers'> {
  return { status: succeeded ? 200 : status, headers };
}
