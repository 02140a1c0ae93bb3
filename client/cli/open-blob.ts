import { constants, openAsBlob } from 'node:fs';
import { access, stat } from 'node:fs/promises';

import { Failure, fileReason } from './failures.ts';

/**
 * Opens a file that is read while it is sent, and not before.
 *
 * @param name its name in the failure, such as its path
 * @throws Failure when it cannot be read
 */
export async function openBlob(path: string, name: string): Promise<Blob> {
  try {
    // The blob of a folder fails only while it is read, where nobody can catch it.
    await access(path, constants.R_OK);
    if ((await stat(path)).isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
    return await openAsBlob(path);
  } catch (error) {
    throw new Failure(`${name} cannot be read: ${fileReason(error)}.`);
  }
}
