import type { z } from 'zod';

import { variables } from './config-schema.ts';

type Variables = typeof variables;
type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Name>;

/** The configuration: `databaseUrl` is what DATABASE_URL says. Read once at start; nothing else reads the environment. */
export type Config = { readonly [Name in keyof Variables as CamelCase<Name>]: z.output<Variables[Name]> };

/** Everything that is wrong with the environment, one line for each variable. */
export class BadConfig extends Error {}

/**
 * Reads the environment.
 *
 * @param env such as process.env; an empty value means absent
 * @throws BadConfig with a line for every wrong variable
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const wrong: string[] = [];
  const config = Object.entries(variables).map(([name, schema]) => {
    const { data, error } = schema.safeParse(env[name]?.trim() || undefined);
    if (error) wrong.push(`${name} ${error.issues[0]?.message}.`);
    return [camelCase(name), data];
  });
  if (wrong.length > 0) throw new BadConfig(wrong.join('\n'));
  return Object.fromEntries(config) as Config;
}

function camelCase(name: string): string {
  return name.toLowerCase().replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}
