import type { AnyProcedure } from '@trpc/server';
import { z } from 'zod';

import { appRouter } from '../routers/index.ts';
import type { Meta } from '../routers/trpc.ts';

/** One procedure at its REST address. */
export interface Route {
  /** Such as `posts.list`. */
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Such as `/api/posts/{id}`. */
  path: string;
  type: 'query' | 'mutation';
  meta: Meta;
  /** Input fields that are numbers: a query string brings them as digits. */
  numbers: ReadonlySet<string>;
}

/** What a path leads to: its routes by method, and the parameters in it, undecoded. */
export interface Match {
  methods: Map<string, Route>;
  params: Record<string, string>;
}

/** Every procedure of the router, by its name. */
export const procedures = appRouter._def.procedures as unknown as Record<string, AnyProcedure>;

/** Every REST address of the router. */
export const routes: readonly Route[] = Object.entries(procedures).flatMap(([name, procedure]) => {
  const meta = procedure._def.meta as Meta | undefined;
  if (!meta?.openapi) return [];
  const { method, path } = meta.openapi;
  return [
    {
      name,
      method,
      path,
      type: procedure._def.type as Route['type'],
      meta,
      numbers: numbersIn((procedure._def as unknown as { inputs: z.ZodType[] }).inputs[0]),
    },
  ];
});

const compiled = compile(routes);

/**
 * Finds what a path leads to: exact case, one trailing slash accepted. A fixed path such as `/api/comments/bulk` goes
 * before a parameter, method by method.
 *
 * @returns null for an unknown path
 */
export function matchPath(path: string): Match | null {
  const segments = (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path).split('/');
  const matching = compiled.filter(({ pattern }) => fits(pattern, segments));
  if (matching.length === 0) return null;
  const methods = new Map(matching.toReversed().flatMap(({ methods: own }) => [...own]));
  return { methods, params: paramsIn(matching.at(-1)?.pattern ?? [], segments) };
}

/** The value of the header Allow. */
export function allowed({ methods }: Match): string {
  return [...methods.keys()]
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    .concat('OPTIONS')
    .join(', ');
}

interface Compiled {
  pattern: string[];
  methods: Map<string, Route>;
}

/** One entry a path, those with fewer parameters first. */
function compile(all: readonly Route[]): Compiled[] {
  const byPath = Map.groupBy(all, ({ path }) => path);
  return [...byPath]
    .map(([path, own]) => ({
      pattern: path.split('/'),
      methods: new Map(own.map((route) => [route.method as string, route])),
    }))
    .sort((a, b) => a.pattern.filter(isParameter).length - b.pattern.filter(isParameter).length);
}

function fits(pattern: string[], segments: string[]): boolean {
  if (pattern.length !== segments.length) return false;
  return pattern.every((part, at) => (isParameter(part) ? segments[at] !== '' : part === segments[at]));
}

function paramsIn(pattern: string[], segments: string[]): Record<string, string> {
  return Object.fromEntries(
    pattern.flatMap((part, at) => (isParameter(part) ? [[part.slice(1, -1), segments[at] ?? '']] : [])),
  );
}

function isParameter(part: string): boolean {
  return part.startsWith('{');
}

function numbersIn(schema: z.ZodType | undefined): ReadonlySet<string> {
  if (!schema) return new Set();
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const numeric = Object.entries(properties).filter(
    ([, property]) => typeof property === 'object' && /^(integer|number)$/.test(String(property.type)),
  );
  return new Set(numeric.map(([name]) => name));
}
