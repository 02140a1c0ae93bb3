import { createWriteStream, existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

import { siteOriginOf, sitePathOf } from '../../shared/site-address.ts';
import type { BlogInputs } from '../index.ts';
import { Failure, fileReason } from './failures.ts';
import type { Session } from './session.ts';
import { withTemporary } from './temporary.ts';

/**
 * Writes a file that the service makes to the disk, readable only by the owner. Until it is whole and checked it has
 * another name, so that nothing incomplete is left.
 *
 * @param check reads the whole file; throws if it is not right
 * @throws BlogError; Failure when it cannot be read or written
 */
export async function download<T>(
  { client, url }: Pick<Session, 'client' | 'url'>,
  kind: BlogInputs['transfer']['download']['kind'],
  file: string,
  check: (temporary: string) => Promise<T>,
): Promise<T> {
  if (existsSync(file)) throw new Failure(`${file} already exists; choose another name.`);
  const { path } = await client.transfer.download({ kind });
  // Services before 2.22.0 leave out the path of the site.
  const address = path.startsWith(`${sitePathOf(url)}/`) ? siteOriginOf(url) + path : url + path;
  const response = await fetch(address).catch((error: unknown) => {
    throw new Failure(`${url} cannot be read: ${fileReason((error as Error).cause ?? error)}.`);
  });
  if (!response.ok || !response.body) throw new Failure(`${url} cannot be read: the answer is ${response.status}.`);
  const { body } = response;
  return withTemporary(file, async (temporary) => {
    const written = createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true });
    let failure: unknown;
    written.once('error', (error) => (failure = error));
    await pipeline(Readable.fromWeb(body as ReadableStream), written).catch((error: unknown) => {
      if (failure === error) throw new Failure(`${file} cannot be written: ${fileReason(error)}.`);
      throw new Failure(
        `The service interrupted the download (${fileReason((error as Error).cause ?? error)}); try again.`,
      );
    });
    const result = await check(temporary);
    await rename(temporary, file).catch((error: unknown) => {
      throw new Failure(`${file} cannot be written: ${fileReason(error)}.`);
    });
    return result;
  });
}
