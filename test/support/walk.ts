import superjson from 'superjson';
import { z } from 'zod';

import { procedures, routes } from '../../server/http/procedure-routes.ts';
import type { Input } from './faces.ts';

/** Values of input fields by name; other fields get a value that fits their schema. */
export type Candidates = Record<string, readonly unknown[]>;

/**
 * Every URL that reads something over REST or tRPC, derived from the router, so that new procedures are included.
 *
 * @param known values by field name
 * @param isWanted excludes other procedures, by their names
 */
export function readTargets(known: Candidates, isWanted: (name: string) => boolean = () => true): string[] {
  const queries = Object.keys(procedures).filter((name) => procedures[name]?._def.type === 'query' && isWanted(name));
  return queries.flatMap((name) =>
    inputsOf(name, known).flatMap((input) => [...restTargets(name, input), rpcTarget(name, input)]),
  );
}

/** The inputs of a procedure: every combination of the required fields, and each optional field in addition. */
export function inputsOf(name: string, known: Candidates): Input[] {
  const schema = (procedures[name]?._def as unknown as { inputs: z.ZodType[] } | undefined)?.inputs[0];
  if (!schema) return [{}];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const values = (field: string) => known[field] ?? candidates(properties[field] as Property);
  let inputs: Input[] = [{}];
  for (const field of required) {
    inputs = inputs.flatMap((input) => values(field).map((value) => ({ ...input, [field]: value })));
  }
  const optional = Object.keys(properties).filter((field) => !required.includes(field));
  const more = optional.flatMap((field) =>
    values(field).flatMap((value) => inputs.map((input) => ({ ...input, [field]: value }))),
  );
  return [...inputs, ...more];
}

interface Property {
  type?: string;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
}

function candidates({ type, enum: all, minimum = 0, maximum }: Property): readonly unknown[] {
  if (all) return all;
  if (type !== 'integer' && type !== 'number') return ['a'];
  return [...new Set([minimum, Math.min(maximum ?? 2, 1000)])];
}

function restTargets(name: string, input: Input): string[] {
  return routes
    .filter((route) => route.name === name)
    .map(({ path }) => {
      const rest = new URLSearchParams(input as Record<string, string>);
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
        rest.delete(parameter);
        return encodeURIComponent(String(input[parameter]));
      });
      return rest.size === 0 ? filled : `${filled}?${rest}`;
    });
}

function rpcTarget(name: string, input: Input): string {
  return `/trpc/${name}?input=${encodeURIComponent(JSON.stringify(superjson.serialize(input)))}`;
}
