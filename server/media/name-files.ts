import { Transform, type TransformCallback } from 'node:stream';

/** The name that `nameFiles` gives. */
export const UNNAMED = 'unnamed file of Octavo';

/** The longest headers of a part that are read. Busboy refuses longer ones. */
const MAX_HEAD = 16 * 1024;
/** Follows the last delimiter. */
const CLOSING = '--';
const NOTHING = Buffer.alloc(0);
/** The parameters of a file without a name. */
const NAMELESS = new Set(['name="file"', 'name=file', 'filename=""', 'filename=', '']);

/**
 * Gives a file without a name one. Some programs send none, Bun's FormData with a Blob among them, and Busboy takes a part
 * without a file name for a short text.
 *
 * @param boundary of the form
 */
export function nameFiles(boundary: string): Transform {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  const blankLine = Buffer.from('\r\n\r\n');
  // As if a line break preceded the first delimiter.
  const lead = Buffer.from('\r\n');
  let state: 'content' | 'head' | 'end' = 'content';
  let kept: Buffer = lead;
  let isFirst = true;

  function send(stream: Transform, bytes: Buffer): void {
    const own = isFirst ? bytes.subarray(lead.length) : bytes;
    if (bytes.length > 0) isFirst = false;
    if (own.length > 0) stream.push(own);
  }

  /** Passes on what is complete, and keeps the rest. */
  function read(stream: Transform, bytes: Buffer): Buffer {
    let rest = bytes;
    while (state !== 'end') {
      if (state === 'content') {
        const at = rest.indexOf(delimiter);
        // What may be the beginning of a delimiter.
        const end = at === -1 ? Math.max(rest.length - delimiter.length + 1, 0) : at + delimiter.length;
        if (!isFirst || end >= lead.length) {
          send(stream, rest.subarray(0, end));
          rest = rest.subarray(end);
        }
        if (at === -1) return rest;
        state = 'head';
      }
      if (rest.length < CLOSING.length) return rest;
      if (rest.toString('latin1', 0, CLOSING.length) === CLOSING) {
        state = 'end';
        break;
      }
      const end = rest.indexOf(blankLine);
      if (end === -1 && rest.length <= MAX_HEAD) return rest;
      state = 'content';
      if (end === -1) continue;
      send(stream, Buffer.from(addFileName(rest.toString('latin1', 0, end)), 'latin1'));
      rest = rest.subarray(end);
    }
    send(stream, rest);
    return NOTHING;
  }

  return new Transform({
    transform(chunk: Buffer, _, done: TransformCallback) {
      kept = read(this, kept.length === 0 ? chunk : Buffer.concat([kept, chunk]));
      done();
    },
    flush(done) {
      send(this, kept);
      done();
    },
  });
}

function addFileName(head: string): string {
  return head
    .split('\r\n')
    .map((line) => (isNameless(line) ? `Content-Disposition: form-data; name="file"; filename="${UNNAMED}"` : line))
    .join('\r\n');
}

function isNameless(line: string): boolean {
  const [type = '', ...parameters] = line.split(';').map((part) => part.trim());
  if (!/^content-disposition:\s*form-data$/i.test(type)) return false;
  return parameters.some((one) => one.startsWith('name=')) && parameters.every((one) => NAMELESS.has(one));
}
