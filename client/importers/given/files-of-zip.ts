import type { FileEntry } from '@zip.js/zip.js';

import { insideFolder, type GivenFile } from './given-file.ts';

/** Metadata that macOS adds to every ZIP. */
const BESIDE = '__MACOSX/';
/** The most files of a ZIP, and the largest ratio of their size to that of the ZIP, which no export reaches. */
const MOST = { files: 200_000, ratio: 500 };

/**
 * The files of a ZIP, which are unpacked when they are read, and never beyond the size that the ZIP says they have.
 *
 * @throws Error with one sentence if it is not a ZIP, or contains something that no export contains
 */
export async function filesOfZip(name: string, zip: Blob): Promise<GivenFile[]> {
  const { BlobReader, ERR_UNSAFE_FILENAME, ZipReader, configure } = await import('@zip.js/zip.js');
  // The Content Security Policy of the app allows no workers from blobs.
  configure({ useWebWorkers: false });
  const reader = new ZipReader(new BlobReader(zip), { checkOverlappingEntry: true });
  const files: GivenFile[] = [];
  let size = 0;
  const entries = await reader.getEntries().catch((error: unknown) => {
    const isUnsafe = error instanceof Error && error.message === ERR_UNSAFE_FILENAME;
    const reason = isUnsafe ? 'contains a path that leads out of it' : 'is not a valid ZIP, or is not complete';
    throw new Error(`${name} ${reason}.`, { cause: error });
  });
  for (const entry of entries) {
    if (entry.directory || entry.filename.startsWith(BESIDE)) continue;
    if (entry.encrypted) throw new Error(`${name} contains "${entry.filename}", which is encrypted: unpack it first.`);
    size += entry.uncompressedSize;
    files.push(fileOf(entry));
  }
  if (files.length > MOST.files) throw new Error(`${name} contains more than ${MOST.files} files.`);
  if (size > MOST.ratio * zip.size) throw new Error(`${name} would unpack to ${MOST.ratio} times its size and more.`);
  return insideFolder(files);
}

function fileOf(entry: FileEntry): GivenFile {
  const stream = () => {
    const { readable, writable } = limited(entry);
    // The reader of the stream gets the error.
    void entry.getData(writable, { checkSignature: true }).catch((error: unknown) => {
      void writable.abort(error).catch(() => undefined);
    });
    return readable;
  };
  return {
    path: pathOf(nameOf(entry)),
    size: entry.uncompressedSize,
    stream,
    read: async () => new Uint8Array(await new Response(stream()).arrayBuffer()),
  };
}

/** Ends with an error when there are more bytes than the ZIP says. */
function limited({ filename, uncompressedSize }: FileEntry) {
  let left = uncompressedSize;
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      left -= chunk.length;
      if (left < 0) throw new Error(`"${filename}" is larger than the ZIP says`);
      controller.enqueue(chunk);
    },
  });
}

/** Many programs write names in UTF-8 without the flag for it. */
function nameOf({ rawFilename, filename }: FileEntry): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(rawFilename);
  } catch {
    return filename;
  }
}

/** Without segments that lead out of the ZIP. */
function pathOf(name: string): string {
  const segments = name.replaceAll('\\', '/').split('/');
  return segments
    .filter((one) => one !== '' && one !== '.' && one !== '..')
    .join('/')
    .normalize('NFC');
}
