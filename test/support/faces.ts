import superjson, { type SuperJSONResult } from 'superjson';

import { procedures, routes } from '../../server/routes.ts';
import type { Answer, CallOptions, TestService } from './service.ts';

/** What a call came to, in the words that both faces share. `value` is the answer of a success, else the refusal. */
export interface Outcome {
  status: number;
  code?: string;
  value: unknown;
  headers: Headers;
}

export type Input = Record<string, unknown>;
type Options = Pick<CallOptions, 'token' | 'headers' | 'raw'>;

/** A way to call any procedure by its name. */
export type Face = (service: TestService, name: string, input?: Input, options?: Options) => Promise<Outcome>;

/** Calls a procedure at its REST address: parameters go into the path, the rest into the query or the body. */
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

/** Calls a procedure over native tRPC, in its bare HTTP form. */
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

/** Both faces with their names, to walk over. */
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

/** A success has one status for both faces: 201 is REST's alone. */
function outcome({ status, headers }: Answer, succeeded: boolean): Pick<Outcome, 'status' | 'headers'> {
  return { status: succeeded ? 200 : status, headers };
}
