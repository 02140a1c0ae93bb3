import type { SourceText } from './importer.ts';

/**
 * The bytes of a file as a text that can be read more than once; a gzip file is unpacked.
 *
 * @param file its name, and its path if it is on a disk
 * @param open returns the bytes from the beginning
 * @returns a text whose pieces throw an Error with one sentence if the file cannot be read or is not UTF-8
 */
export function textOfStream(
  file: Pick<SourceText, 'name' | 'path'>,
  open: () => ReadableStream<Uint8Array<ArrayBuffer>>,
): SourceText {
  return { ...file, open: () => decoded(file.name, unpacked(file.name, open())) };
}

async function* decoded(name: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (chunk?: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new Error(`${name} is not UTF-8 text.`);
    }
  };
  for await (const chunk of bytes) yield decode(chunk);
  yield decode();
}

async function* unpacked(
  name: string,
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array, void> {
  const { isGzip, whole } = await sniffed(name, stream);
  if (!isGzip) {
    yield* chunksOf(whole, (error) => unreadable(name, error));
    return;
  }
  yield* chunksOf(whole.pipeThrough(new DecompressionStream('gzip')), (error) => damaged(name, error));
}

/** Looks at the first bytes. */
async function sniffed(name: string, stream: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const [start, whole] = stream.tee();
  const reader = start.getReader();
  try {
    const { value } = await reader.read();
    return { isGzip: value?.[0] === 0x1f && value[1] === 0x8b, whole };
  } catch (error) {
    throw unreadable(name, error);
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** Safari has no iteration of streams. */
async function* chunksOf(
  stream: ReadableStream<Uint8Array>,
  problem: (error: unknown) => Error,
): AsyncGenerator<Uint8Array, void> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw problem(error);
      });
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

function unreadable(name: string, cause: unknown): Error {
  return new Error(`${name} cannot be read: ${messageOf(cause)}.`, { cause });
}

function damaged(name: string, cause: unknown): Error {
  return new Error(`${name} is damaged: its gzip data cannot be unpacked. Export it again.`, { cause });
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
}
