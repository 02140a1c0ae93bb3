import type { z } from 'zod';

import { variables } from './schema.ts';

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
export function readConfig(env: Environment): Config {
  const wrong: string[] = [];
  const config = Object.entries(variables).map(([name, schema]) => {
    const { data, error } = schema.safeParse(env[name]?.trim() || undefined);
    if (error) wrong.push(`${name} ${error.issues[0]?.message}.`);
    return [camelCase(name), data];
  });
  if (wrong.length === 0) wrong.push(...missing(env), ...findConflicts(env));
  if (wrong.length > 0) throw new BadConfig(wrong.join('\n'));
  return Object.fromEntries(config) as Config;
}

/** Problems with variables that are set without those that they require. */
function missing(env: Environment): string[] {
  const needed: [one: keyof Variables, other: keyof Variables, why: string][] = [
    ['SMTP_URL', 'MAIL_FROM', 'it is the sender of the mail'],
    ['BACKUP_AWS_ACCESS_KEY_ID', 'BACKUP_AWS_SECRET_ACCESS_KEY', 'it is the secret of the key'],
  ];
  return needed.flatMap(([one, other, why]) =>
    isSet(env, one) && !isSet(env, other) ? [`${other} must be set together with ${one}: ${why}.`] : [],
  );
}

function findConflicts(env: Environment): string[] {
  if (!isSet(env, 'BACKUP_DIR') || !isSet(env, 'BACKUP_S3')) return [];
  return ['BACKUP_DIR and BACKUP_S3 both say where backups are stored: leave one of them out.'];
}

type Environment = Record<string, string | undefined>;

function isSet(env: Environment, name: keyof Variables): boolean {
  return (env[name]?.trim() ?? '') !== '';
}

function camelCase(name: string): string {
  return name.toLowerCase().replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}
