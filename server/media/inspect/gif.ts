import { Damaged, part } from './damaged.ts';

const [EXTENSION, IMAGE, END] = [0x21, 0x2c, 0x3b];
const [CONTROL, APPLICATION] = [0xf9, 0xff];
/** Applications that say how often an animation repeats. */
const LOOPS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);

/**
 * Keeps only the frames of a GIF (GIF89a specification), their timing and the repetition.
 *
 * @throws Damaged, RangeError
 */
export function stripGif(bytes: Buffer): Buffer {
  if (!/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) throw new Damaged('This is not a GIF.');
  const start = 13 + colours(bytes.readUInt8(10));
  const kept = [part(bytes, 0, start)];
  for (let at = start; ;) {
    const block = bytes.readUInt8(at);
    if (block === END) return Buffer.concat([...kept, part(bytes, at, at + 1)]);
    const end = endOf(bytes, at, block);
    if (block === IMAGE || isNeeded(bytes, at)) kept.push(part(bytes, at, end));
    at = end;
  }
}

function endOf(bytes: Buffer, at: number, block: number): number {
  if (block === EXTENSION) return afterBlocks(bytes, at + 2);
  // After the descriptor and its colours comes the code size, and then the data.
  if (block === IMAGE) return afterBlocks(bytes, at + 10 + colours(bytes.readUInt8(at + 9)) + 1);
  throw new Damaged('There is an unknown block.');
}

function isNeeded(bytes: Buffer, at: number): boolean {
  const label = bytes.readUInt8(at + 1);
  return label === CONTROL || (label === APPLICATION && LOOPS.has(bytes.toString('latin1', at + 3, at + 14)));
}

/** The bytes of a table of colours. */
function colours(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

function afterBlocks(bytes: Buffer, start: number): number {
  let at = start;
  for (let size = bytes.readUInt8(at); size > 0; size = bytes.readUInt8(at)) at += size + 1;
  return at + 1;
}
