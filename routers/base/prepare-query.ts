import type { EntityManager } from '@mikro-orm/sql';
import type { Compilable, CompiledQuery, Kysely } from 'kysely';

import type { Tables } from '../../entities/index.ts';
import { kyselyOf } from '../../entities/kysely.ts';

/**
 * Executes a prepared query: in the transaction that surrounds the call, if there is one, or on `db`.
 */
export type Prepared<P extends object, O> = (em: EntityManager, parameters: P, db?: Kysely<Tables>) => Promise<O[]>;

/**
 * Prepares a query: Kysely compiles it once per database, afterwards only values are bound. Compiling takes longer than
 * most queries take to run.
 *
 *     const findKey = prepareQuery((db, { slug }: { slug: string }) =>
 *       db.selectFrom('posts').select('posts.key').where('posts.slug', '=', slug));
 *     const [post] = await findKey(em, { slug: 'hello' });
 *
 * It is compiled for each shape of the parameters: which of them are present (undefined is absent), and the lengths of
 * lists.
 *
 * @param build gets placeholders in place of values. It passes them to Kysely, or checks whether they are present; any
 *   other use throws. All values that differ between calls must be parameters.
 */
export function prepareQuery<P extends object, O>(
  build: (db: Kysely<Tables>, parameters: P, em: EntityManager) => Compilable<O>,
): Prepared<P, O> {
  const databases = new WeakMap<object, Map<string, CompiledQuery<O>>>();

  function shapesIn(em: EntityManager): Map<string, CompiledQuery<O>> {
    const driver = em.getDriver();
    const known = databases.get(driver) ?? new Map<string, CompiledQuery<O>>();
    return databases.set(driver, known).get(driver)!;
  }

  return async (em, parameters, db = kyselyOf(em)) => {
    const shapes = shapesIn(em);
    const shape = parameterKinds(parameters);
    const query = shapes.get(shape) ?? build(db, placeholdersFor(parameters), em).compile();
    shapes.set(shape, query);
    const { rows } = await db.executeQuery<O>({ ...query, parameters: bind(query.parameters, parameters) });
    return rows;
  };
}

/** Represents a value that will be bound. */
class Placeholder {
  readonly name: string;
  readonly at: number | undefined;

  /** @param at the index in a list, from 0 */
  constructor(name: string, at?: number) {
    this.name = name;
    this.at = at;
  }

  valueIn(parameters: Record<string, unknown>): unknown {
    const value = parameters[this.name];
    return this.at === undefined ? value : (value as unknown[])[this.at];
  }

  [Symbol.toPrimitive](): never {
    throw new Error(`The value of "${this.name}" is not known while a query is prepared; work it out before.`);
  }
}

function parameterKinds(parameters: object): string {
  let shape = '';
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue;
    shape += Array.isArray(value) ? ` ${name}*${value.length}` : ` ${name}`;
  }
  return shape;
}

function placeholdersFor<P extends object>(parameters: P): P {
  const placeholders = Object.entries(parameters).map(([name, value]) => [name, placeholderFor(name, value)] as const);
  return Object.fromEntries(placeholders) as P;
}

function placeholderFor(name: string, value: unknown): unknown {
  if (value === undefined) return undefined;
  return Array.isArray(value) ? value.map((_, at) => new Placeholder(name, at)) : new Placeholder(name);
}

function bind(values: readonly unknown[], parameters: object): unknown[] {
  return values.map((value) =>
    value instanceof Placeholder ? value.valueIn(parameters as Record<string, unknown>) : value,
  );
}
