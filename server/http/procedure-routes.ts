import { callTRPCProcedure, type AnyProcedure } from '@trpc/server';
import { z } from 'zod';

import type { RequestContext } from '../../routers/core/context.ts';
import { appRouter } from '../../routers/index.ts';
import type { Meta } from '../../routers/core/procedures.ts';
import { dropEmptyTexts } from '../../routers/core/absent-input.ts';

/** One procedure at its REST path. */
export interface Route {
  /** Such as `posts.list`. */
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Such as `/api/posts/{id}`. */
  path: string;
  type: 'query' | 'mutation';
  meta: Meta;
}

/** Every procedure of the router, by its name. */
export const procedures = appRouter._def.procedures as unknown as Record<string, AnyProcedure>;

/** Every REST route of the router. */
export const routes: readonly Route[] = Object.entries(procedures).flatMap(([name, procedure]) => {
  const meta = procedure._def.meta as Meta | undefined;
  if (!meta?.openapi) return [];
  const { method, path } = meta.openapi;
  const type = procedure._def.type as Route['type'];
  return [{ name, method, path, type, meta }];
});

/** Undefined for a name that no procedure has, like `procedureType`. */
export function procedureMeta(name: string): Meta | undefined {
  return procedures[name]?._def.meta as Meta | undefined;
}

export function procedureType(name: string): Route['type'] | 'subscription' | undefined {
  return procedures[name]?._def.type;
}

/**
 * Calls a procedure.
 *
 * @param signal for subscriptions: aborted when the client is gone
 */
export function callProcedure(
  { name, type }: { name: string; type: Route['type'] | 'subscription' },
  ctx: RequestContext,
  input: unknown,
  signal?: AbortSignal,
): Promise<unknown> {
  const getRawInput = () => Promise.resolve(input);
  return callTRPCProcedure({ router: appRouter, path: name, type, ctx, getRawInput, signal, batchIndex: 0 });
}

/**
 * The properties of a call that the read cache needs: its key, limit and tags.
 *
 * @param input as sent
 * @returns null for an invalid input, which the call itself rejects with its own message
 */
export function cacheableCall(name: string, input: unknown) {
  const meta = procedureMeta(name)!;
  const { success, data } = inputOf(name)?.safeParse(dropEmptyTexts(input, meta)) ?? { success: true, data: {} };
  if (!success) return null;
  const parsed = data as Record<string, unknown>;
  const { dependsOn, lasts, differsForKeys, hasAbsoluteUrls } = meta;
  return {
    key: `${name} ${JSON.stringify(parsed)}`,
    limit: name,
    tags: dependsOn?.(parsed as never) ?? [],
    ...(lasts !== undefined && { lasts }),
    hasFreeInput: parsed['q'] !== undefined || parsed['search'] !== undefined,
    isPersonal: true,
    differsForKeys: differsForKeys?.(parsed as never) ?? false,
    containsAbsoluteUrls: hasAbsoluteUrls?.(parsed as never) ?? false,
  };
}

function inputOf(name: string): z.ZodType | undefined {
  return (procedures[name]!._def as unknown as { inputs: z.ZodType[] }).inputs[0];
}

const numbers = new Map<string, ReadonlySet<string>>();

/** The input fields of a procedure that are numbers, which a URL contains as digits. Found at its first call. */
export function numberFields(name: string): ReadonlySet<string> {
  const known = numbers.get(name) ?? numbersIn(inputOf(name));
  numbers.set(name, known);
  return known;
}

function numbersIn(schema: z.ZodType | undefined): ReadonlySet<string> {
  if (!schema) return new Set();
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const numeric = Object.entries(properties).filter(
    ([, property]) => typeof property === 'object' && /^(integer|number)$/.test(String(property.type)),
  );
  return new Set(numeric.map(([name]) => name));
}
