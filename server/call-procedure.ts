import { callTRPCProcedure } from '@trpc/server';

import type { RequestContext } from '../routers/context.ts';
import { appRouter } from '../routers/index.ts';
import { tagOf } from './http/caching.ts';
import type { Route } from './routes.ts';

/** Calls the procedure of a REST address. */
export function callProcedure(
  { name, method }: Pick<Route, 'name' | 'method'>,
  call: RequestContext,
  input: unknown,
): Promise<unknown> {
  return callTRPCProcedure({
    router: appRouter,
    path: name,
    type: method === 'GET' ? 'query' : 'mutation',
    ctx: call,
    getRawInput: () => Promise.resolve(input),
    signal: undefined,
    batchIndex: 0,
  });
}

/** Gives a query's values as an input: plain digits become the numbers that it asks for. */
export function withNumbers({ numbers }: Route, values: Record<string, unknown>): Record<string, unknown> {
  for (const name of numbers) {
    const value = values[name];
    if (typeof value === 'string' && /^\d+$/.test(value)) {
      values[name] = Math.min(Number(value), Number.MAX_SAFE_INTEGER);
    }
  }
  return values;
}

/** `"<version>.<hash of the bytes>"` for what has a version, else `"<hash>"`. */
export function entityTag(output: unknown, body: string): string {
  const version = (output as { post?: { version?: number } }).post?.version;
  return version === undefined ? tagOf(body) : `"${version}.${tagOf(body).slice(1)}`;
}
