import { getTRPCErrorFromUnknown } from '@trpc/server';
import type { z } from 'zod';

import type { Services } from '../../routers/context.ts';
import { describeDatabaseError } from '../../routers/database-errors.ts';
import { callProcedure, entityTag, withNumbers } from '../call-procedure.ts';
import { failureAnswer } from '../http/answer.ts';
import { decodePart, parseQuery } from '../http/target.ts';
import { matchPath, procedures, type Match, type Route } from '../routes.ts';
import type { Finder, Reading } from './reading.ts';

/** The public reads of the REST interface: those whose metadata say what their answers depend on. */
export function restReadings(services: Services): Finder {
  return (path, query) => {
    const match = matchPath(path);
    const route = match?.methods.get('GET');
    if (!match || !route?.meta.dependsOn) return null;
    const asked = inputOf(route, match, query);
    const input = parsed(route.name, asked);
    return input && { ...readingOf(route, input, asked), fail: (error) => failureAnswer(described(error)) };
  };

  function described(error: unknown) {
    return describeDatabaseError(getTRPCErrorFromUnknown(error), services);
  }
}

/**
 * The input of a call as its schema reads it.
 *
 * @returns null for one that does not fit, which the call itself refuses in its own words
 */
export function parsed(name: string, asked: unknown): Record<string, unknown> | null {
  const [schema] = (procedures[name]!._def as unknown as { inputs: z.ZodType[] }).inputs;
  if (!schema) return {};
  const result = schema.safeParse(asked);
  return result.success ? (result.data as Record<string, unknown>) : null;
}

/** What is known of a reading by its procedure and parsed input alone. */
export function knownOf(name: string, input: Record<string, unknown>) {
  const { dependsOn, lasts } = procedures[name]!._def.meta as Route['meta'];
  return {
    key: `${name} ${JSON.stringify(input)}`,
    limit: name,
    tags: dependsOn?.(input as never) ?? [],
    ...(lasts !== undefined && { lasts }),
    isSearch: input['q'] !== undefined || input['search'] !== undefined,
    isPersonal: true,
    isAbsolute: false,
  };
}

function inputOf(route: Route, { params }: Match, query: string): Record<string, unknown> {
  const values = withNumbers(route, parseQuery(query));
  for (const [name, value] of Object.entries(params)) values[name] = decodePart(value);
  return { ...values };
}

function readingOf(route: Route, input: Record<string, unknown>, asked: unknown): Omit<Reading, 'fail'> {
  return {
    ...knownOf(route.name, input),
    route: `GET ${route.path}`,
    async make(call) {
      const output = await callProcedure(route, call, asked);
      const body = JSON.stringify(output);
      return { type: 'application/json; charset=utf-8', body, tag: entityTag(output, body) };
    },
  };
}
