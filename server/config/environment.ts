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
    // Windows editors begin files with a byte order mark, which would be part of the first name.
    return parseEnv(new TextDecoder('utf-8', { fatal: true }).decode(readFileSync('.env')));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return {};
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
      throw new BadConfig('The file .env is not UTF-8 text; save it as UTF-8.', { cause: error });
    }
    throw new BadConfig(`The file .env cannot be read (${code}); fix or remove it.`, { cause: error });
  }
}
