import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

import { BadConfig } from './config.ts';

/**
 * The environment of the process, which overrides a `.env` file in the working directory.
 *
 * @throws BadConfig when the file cannot be read
 */
export function readEnvironment(): Record<string, string | undefined> {
  return { ...readDotEnv(), ...process.env };
}

function readDotEnv(): Record<string, string | undefined> {
  try {
    return parseEnv(readFileSync('.env', 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return {};
    throw new BadConfig(`The file .env cannot be read (${code}); fix or remove it.`, { cause: error });
  }
}
