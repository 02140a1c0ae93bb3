import type { z } from 'zod';

import { variables } from './config-schema.ts';

type Variables = typeof variables;
type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Name>;

/** The configuration, such as `databaseUrl` for DATABASE_URL. Read once at the start, and nowhere else. */
export type Config = { readonly [Name in keyof Variables as CamelCase<Name>]: z.output<Variables[Name]> };

/** The environment is invalid; the message has one line per variable. */
export class BadConfig extends Error {}

/**
 * Reads the environment.
 *
 * @param env such as process.env; an empty value counts as absent
 * @throws BadConfig
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const wrong: string[] = [];
  const config = Object.entries(variables).map(([name, schema]) => {
    const { data, error } = schema.safeParse(env[name]?.trim() || undefined);
    if (error) wrong.push(`${name} ${error.issues[0]?.message}.`);
    return [camelCase(name), data];
  });
  if (wrong.length === 0) wrong.push(...missing(env));
  if (wrong.length > 0) throw new BadConfig(wrong.join('\n'));
  return Object.fromEntries(config) as Config;
}

/** Variables without which others cannot be used. */
function missing(env: Record<string, string | undefined>): string[] {
  const has = (name: keyof Variables) => (env[name]?.trim() ?? '') !== '';
  const [one, other] = ['SMTP_URL', 'MAIL_FROM'] as const;
  return has(one) && !has(other) ? [`${other} must be set together with ${one}: it is the sender of the mail.`] : [];
}

function camelCase(name: string): string {
  return name.toLowerCase().replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}
