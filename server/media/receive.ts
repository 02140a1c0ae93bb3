import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy, { type Busboy } from 'busboy';

import { appError, AppError } from '../../routers/base/errors.ts';
import { bodyWanted } from '../http/early-answers.ts';
import { nameFiles, UNNAMED } from './name-files.ts';
import { paceUpload } from './pace.ts';
import { tooLargeFile } from '../storage/files/refusals.ts';

/** A form with a file, as it was sent. */
export interface Received {
  bytes: number;
  /** SHA-256 in hexadecimal. */
  hash: string;
  /** The name of the file without folders; "" without one. */
  fileName: string;
  /** The other fields. */
  fields: Record<string, string>;
}

/** The maximum size of a form besides its file, in bytes. */
const OVERHEAD = 64 * 1024;
/** The maximum number of buffered bytes of a file: the disk gets fewer and larger writes. */
const BUFFERED = 512 * 1024;

/**
 * Writes the file of a form (multipart/form-data, field `file`) to the disk while it arrives.
 *
 * @param file where it goes; the caller deletes it
 * @param limit in bytes
 * @throws UNSUPPORTED_MEDIA_TYPE, BAD_REQUEST, PAYLOAD_TOO_LARGE
 */
export async function receiveFile(req: IncomingMessage, file: string, limit: number): Promise<Received> {
  if (Number(req.headers['content-length'] ?? 0) > limit + OVERHEAD) throw tooLargeFile(limit);
  const form = openForm(req, limit);
  const namer = nameFiles(boundaryOf(req));
  const received: Received = { bytes: 0, hash: '', fileName: '', fields: {} };
  const state: { writing: Promise<void> | null } = { writing: null };
  const failed = Promise.withResolvers<never>();
  form.on('field', (name, value) => (received.fields[name] = value));
  form.on('file', (name, stream, { filename }) => {
    // When the form breaks off, the streams of all its files fail, including those that are not read.
    stream.on('error', () => undefined);
    if (name !== 'file') {
      stream.resume();
      return;
    }
    if (state.writing) {
      failed.reject(appError('BAD_REQUEST', 'The form has more than one file. Send one at a time.'));
      return;
    }
    received.fileName = filename === UNNAMED ? '' : unescaped(filename ?? '');
    stream.once('limit', () => failed.reject(tooLargeFile(limit)));
    state.writing = writeTo(file, stream, received);
    state.writing.catch(failed.reject);
  });
  for (const limited of ['partsLimit', 'fieldsLimit', 'filesLimit'] as const) {
    form.once(limited, () => failed.reject(appError('BAD_REQUEST', 'The form has more than 10 fields or 2 files.')));
  }
  const arrived = new Promise<void>((resolve, reject) => {
    const brokeOff = () => reject(appError('BAD_REQUEST', 'The body ended before it was complete.'));
    // Busboy may report several errors.
    form.once('close', resolve).on('error', (error) => reject(unreadable(error)));
    req.once('error', brokeOff).once('close', () => (req.complete ? undefined : brokeOff()));
  });
  arrived.catch(() => undefined);
  failed.promise.catch(() => undefined);
  try {
    bodyWanted(req);
    req.pipe(namer).pipe(form);
    await Promise.race([arrived, failed.promise]);
    if (!state.writing) throw appError('BAD_REQUEST', 'The form has no file in its field "file".');
    await state.writing;
    return received;
  } catch (error) {
    // The rest of a rejected body is discarded. The write must have ended before the caller deletes the file.
    req.unpipe(namer);
    req.resume();
    namer.destroy();
    form.destroy();
    await state.writing?.catch(() => undefined);
    throw error;
  }
}

/** A name as it was before browsers escaped it: quotes and line breaks only (HTML, multipart form data). */
function unescaped(name: string): string {
  return name.replaceAll(/%(22|0D|0A)/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}

function openForm(req: IncomingMessage, limit: number): Busboy {
  const isForm = /^multipart\/form-data\b/i.test(req.headers['content-type'] ?? '');
  if (!isForm) throw appError('UNSUPPORTED_MEDIA_TYPE', 'Send the file as multipart/form-data, in the field "file".');
  // Busboy also reports a file of exactly `fileSize` bytes.
  const fileSize = limit + 1;
  const limits = { files: 2, fields: 10, fieldSize: 8 * 1024, fieldNameSize: 100, parts: 12, fileSize };
  try {
    return busboy({ headers: req.headers, defParamCharset: 'utf8', limits });
  } catch (error) {
    throw unreadable(error);
  }
}

function boundaryOf(req: IncomingMessage): string {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^\s;]*))/i.exec(req.headers['content-type'] ?? '') ?? [];
  return quoted ?? plain ?? '';
}

async function writeTo(file: string, stream: Readable, received: Received): Promise<void> {
  const hash = createHash('sha256');
  async function* counted(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      await paceUpload(chunk.length);
      received.bytes += chunk.length;
      hash.update(chunk);
      yield chunk;
    }
  }
  await pipeline(stream, counted, createWriteStream(file, { mode: 0o600, highWaterMark: BUFFERED }));
  received.hash = hash.digest('hex');
}

function unreadable(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return appError('BAD_REQUEST', 'The form cannot be read: it is not valid multipart/form-data.', { cause: error });
}
