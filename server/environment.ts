import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** The process's environment, over a `.env` file in the working directory when there is one. */
export function readEnvironment(): Record<string, string | undefined> {
  return { ...readDotEnv(), ...process.env };
}

function readDotEnv(): Record<string, string | undefined> {
  try {
    return parseEnv(readFileSync('.env', 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}
