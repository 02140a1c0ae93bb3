import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

import { appError, AppError } from '../../routers/base/errors.ts';
import type { Services } from '../../routers/core/context.ts';
import { newFile } from '../storage/files/incoming.ts';
import { localCopy } from '../storage/files/local-copy.ts';
import { notStored } from '../storage/files/refusals.ts';
import { intoLibrary, takeFile, type Receive, type Taking } from './media.ts';

/** Adds cropped and turned copies of uploaded images to the library, as if they had been uploaded. */
export function createImageEditor(taking: Taking): Services['editImage'] {
  const { storage, inspector } = taking.media;
  return (image, { crop, rotate }, owner) => {
    const receive: Receive = async (file) => {
      const copy = await newFile(storage.incoming);
      const edited = `${copy}.edited`;
      try {
        const source = await localFile(image.path, copy);
        await inspector.edit({ file: source, output: edited, crop, rotate }, owner);
        await rename(edited, file);
        return { bytes: (await stat(file)).size, hash: await hashFile(file), fileName: image.name, fields: {} };
      } finally {
        await Promise.all([copy, edited].map((one) => rm(one, { force: true })));
      }
    };
    const { name, alt, focus } = image;
    return takeFile(taking, receive, owner, () => ({ name, alt }), intoLibrary(taking, { focus }));
  };

  /** @throws NOT_FOUND, SERVICE_UNAVAILABLE */
  async function localFile(path: string, copy: string): Promise<string> {
    try {
      if (await storage.head(path)) return await localCopy(storage, path, copy, new AbortController().signal);
    } catch (error) {
      throw error instanceof AppError ? error : notStored(error);
    }
    throw appError('NOT_FOUND', `The file /media/${path} is missing in the storage; restore it from a backup.`);
  }
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
