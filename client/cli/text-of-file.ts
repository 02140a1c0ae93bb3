import { createReadStream } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';

import type { SourceText } from '../importers/importer.ts';
import { textOfStream } from '../importers/text-of-stream.ts';

/**
 * A file as a text that can be read more than once; a gzip file is unpacked.
 *
 * @throws Error with one sentence, while it is read, if it cannot be read or is not UTF-8
 */
export async function textOfFile(file: string): Promise<SourceText> {
  await access(file, constants.R_OK).catch((error: unknown) => {
    throw new Error(`The file cannot be read: ${error instanceof Error ? error.message : String(error)}.`, {
      cause: error,
    });
  });
  return textOfStream({ name: basename(file), path: file }, () => streamBytes(file));
}

function streamBytes(file: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  return Readable.toWeb(createReadStream(file, { highWaterMark: 64 * 1024 })) as ReadableStream<
    Uint8Array<ArrayBuffer>
  >;
}
