import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream, WritableStream } from 'node:stream/web';
import { inBackground } from '../../../routers/base/defects.ts';

/** Writes the members of a ZIP, one after the other. */
export interface ZipMembers {
  /** Adds a text or bytes, compressed. */
  add(name: string, content: string): Promise<MemberFacts>;
  /** Adds a file as it is, while it is read. */
  addFile(name: string, content: Readable): Promise<MemberFacts>;
}

/** A written member. */
export interface MemberFacts {
  name: string;
  bytes: number;
  /** In hexadecimal. */
  sha256: string;
}

/** Archives contain drafts: only the owner of the unpacked files may read them. */
const OWNER_ONLY = 0o100600;
/** The maximum number of bytes that wait for the client. */
const BUFFERED = 256 * 1024;

/**
 * A ZIP that is generated while it is read. When `write` fails, so does the stream; when the stream is destroyed,
 * `write` fails at its next member.
 */
export async function zipStream(write: (zip: ZipMembers) => Promise<void>): Promise<Readable> {
  // Loaded with the first download: a service that makes none needs no memory for it.
  const { configure, Uint8ArrayReader, ZipWriter } = await import('@zip.js/zip.js');
  configure({ useWebWorkers: false });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>(
    undefined,
    new ByteLengthQueuingStrategy({ highWaterMark: BUFFERED }),
    new ByteLengthQueuingStrategy({ highWaterMark: BUFFERED }),
  );
  const zip = new ZipWriter(writable, { unixMode: OWNER_ONLY, extendedTimestamp: false });
  const members: ZipMembers = {
    async add(name, content) {
      const bytes = Buffer.from(content);
      await zip.add(name, new Uint8ArrayReader(bytes));
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      return { name, bytes: bytes.length, sha256 };
    },
    async addFile(name, content) {
      const hash = createHash('sha256');
      const counted = { bytes: 0 };
      const source = Readable.toWeb(Readable.from(hashContent(content, hash, counted), { objectMode: false }));
      await zip.add(name, source as unknown as globalThis.ReadableStream, { level: 0 });
      return { name, bytes: counted.bytes, sha256: hash.digest('hex') };
    },
  };
  const writing = async () => {
    try {
      await write(members);
      await zip.close();
    } catch (error) {
      await (writable as unknown as WritableStream).abort(error).catch(() => undefined);
    }
  };
  inBackground(writing());
  return Readable.fromWeb(readable as unknown as ReadableStream);
}

async function* hashContent(content: Readable, hash: Hash, counted: { bytes: number }): AsyncGenerator<Buffer> {
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk);
    counted.bytes += chunk.length;
    yield chunk;
  }
}
