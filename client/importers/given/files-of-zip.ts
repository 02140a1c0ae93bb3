import type { FileEntry } from '@zip.js/zip.js';

import { insideFolder, type GivenFile } from './given-file.ts';

/** Metadata that macOS adds to every ZIP. */
const BESIDE = '__MACOSX/';
/**
 * The most files of a ZIP, and the largest ratio of the size of a file to its packed size, which no export reaches; small
 * files may be packed more.
 */
const MOST = { files: 200_000, ratio: 500, small: 1024 * 1024 };

/**
 * The files of a ZIP, which are unpacked when they are read, and never beyond the size that the ZIP says they have. One
 * that is encrypted, damaged or packed too much fails when it is read.
 *
 * @throws Error with one sentence if it is not a ZIP, or none of its files can be read
 */
export async function filesOfZip(name: string, zip: Blob): Promise<GivenFile[]> {
  const { BlobReader, ERR_UNSAFE_FILENAME, ZipReader, configure } = await import('@zip.js/zip.js');
  // The Content Security Policy of the app allows no workers from blobs.
  configure({ useWebWorkers: false });
  const reader = new ZipReader(new BlobReader(zip), { checkOverlappingEntry: true });
  const entries = await reader.getEntries().catch((error: unknown) => {
    const isUnsafe = error instanceof Error && error.message === ERR_UNSAFE_FILENAME;
    const reason = isUnsafe ? 'contains a path that leads out of it' : 'is not a valid ZIP, or is not complete';
    throw new Error(`${name} ${reason}.`, { cause: error });
  });
  const wanted = entries.filter((entry): entry is FileEntry => !entry.directory && !entry.filename.startsWith(BESIDE));
  if (wanted.length > MOST.files) throw new Error(`${name} contains more than ${MOST.files} files.`);
  const fine = wanted.filter((entry) => !entry.encrypted && !isBomb(entry));
  const [first] = wanted;
  if (first?.encrypted && fine.length === 0) {
    throw new Error(`${name} contains "${first.filename}", which is encrypted: unpack it first.`);
  }
  const size = fine.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (size > MOST.ratio * zip.size || (first && fine.length === 0)) {
    throw new Error(`${name} would unpack to ${MOST.ratio} times its size and more.`);
  }
  return insideFolder(wanted.map(toGivenFile));
}

function isBomb({ uncompressedSize, compressedSize }: FileEntry): boolean {
  return uncompressedSize > MOST.small && uncompressedSize > MOST.ratio * compressedSize;
}

/** Why a file is not unpacked. */
function entryProblem(entry: FileEntry): Error | undefined {
  if (entry.encrypted) return new Error('It is encrypted: unpack it first.');
  return isBomb(entry) ? new Error(`It would unpack to ${MOST.ratio} times its size and more: remove it.`) : undefined;
}

function toGivenFile(entry: FileEntry): GivenFile {
  const problem = entryProblem(entry);
  const stream = () => {
    if (problem) return failing(problem);
    const { readable, writable } = limited(entry);
    // The reader of the stream gets the error.
    entry
      .getData(writable, { checkSignature: true })
      .catch((error: unknown) => writable.abort(error))
      .catch(() => undefined);
    return readable;
  };
  return {
    path: entryPath(decodeName(entry)),
    size: entry.uncompressedSize,
    stream,
    read: async () => new Uint8Array(await new Response(stream()).arrayBuffer()),
  };
}

function failing(error: Error): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({ start: (controller) => controller.error(error) });
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
function decodeName({ rawFilename, filename }: FileEntry): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(rawFilename);
  } catch {
    return filename;
  }
}

/** Without segments that lead out of the ZIP. */
function entryPath(name: string): string {
  const segments = name.replaceAll('\\', '/').split('/');
  return segments
    .filter((one) => one !== '' && one !== '.' && one !== '..')
    .join('/')
    .normalize('NFC');
}
