import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

import { Failure, fileReason } from './failures.ts';
import { withTemporary } from './temporary.ts';

/** The stored sign-ins: the last URL, and a token for each URL. */
export interface Kept {
  url?: string;
  tokens: Record<string, string>;
}

/**
 * Reads the token file; an absent one is empty.
 *
 * @throws Failure when it cannot be read
 */
export async function readKept(): Promise<Kept> {
  const path = tokenFile();
  try {
    const { url, tokens } = JSON.parse(await readFile(path, 'utf8')) as Partial<Kept>;
    return { ...(url !== undefined && { url }), tokens: { ...tokens } };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { tokens: {} };
    // The parser's own message shows a piece of the file.
    const reason = error instanceof SyntaxError ? 'it is not JSON' : fileReason(error);
    throw new Failure(`${path} cannot be read: ${reason}; delete it and sign in again.`);
  }
}

/** Stores a token, and makes its URL the default of later commands. */
export async function keepToken(url: string, token: string): Promise<void> {
  const { tokens } = await readKept();
  await write({ url, tokens: { ...tokens, [url]: token } });
}

/** Deletes a token. */
export async function forgetToken(token: string): Promise<void> {
  const { tokens, ...rest } = await readKept();
  await write({ ...rest, tokens: Object.fromEntries(Object.entries(tokens).filter(([, kept]) => kept !== token)) });
}

/** In the folder of the XDG Base Directory Specification, which has relative paths ignored. */
function tokenFile(): string {
  const base = process.env['XDG_CONFIG_HOME'] ?? '';
  return join(isAbsolute(base) ? base : join(homedir(), '.config'), 'octavo', 'tokens.json');
}

/** Written atomically and readable only by the owner. */
async function write(kept: Kept): Promise<void> {
  const path = tokenFile();
  await withTemporary(path, async (temporary) => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await chmod(dirname(path), 0o700);
    await writeFile(temporary, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    await rename(temporary, path);
  }).catch((error: unknown) => {
    throw new Failure(`${path} cannot be written: ${fileReason(error)}.`);
  });
}
