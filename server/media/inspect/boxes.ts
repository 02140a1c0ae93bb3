import { Damaged } from './damaged.ts';

/** A box of ISO/IEC 14496-12 in a buffer: `start` is its first byte, `content` the first after its head. */
export interface Box {
  type: string;
  start: number;
  content: number;
  end: number;
}

/**
 * The boxes that follow each other in a part of a file.
 *
 * @throws Damaged
 */
export function boxesIn(bytes: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= to;) {
    const box = boxAt(bytes, at, to - at);
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

/** The box of this type among those of a part of a file. */
export function find(bytes: Buffer, { content, end }: Pick<Box, 'content' | 'end'>, type: string): Box | undefined {
  return boxesIn(bytes, content, end).find((box) => box.type === type);
}

/**
 * Reads the head of a box.
 *
 * @param room the maximum size of the box, including its head
 * @throws Damaged
 */
export function boxAt(head: Buffer, at: number, room: number): Box {
  const short = head.readUInt32BE(at);
  const type = head.toString('latin1', at + 4, at + 8);
  const size = short === 1 ? Number(head.readBigUInt64BE(at + 8)) : short === 0 ? room : short;
  const content = at + (short === 1 ? 16 : 8);
  if (size > room || content > at + size) throw new Damaged('A part of the file is longer than the file.');
  return { type, start: at, content, end: at + size };
}

/** Turns a box into free space: players skip it, and nothing else moves. */
export function blank(bytes: Buffer, { start, content, end }: Box): void {
  bytes.write('free', start + 4, 'latin1');
  bytes.fill(0, content, end);
}
