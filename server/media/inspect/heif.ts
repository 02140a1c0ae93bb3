import { boxesIn, find, type Box } from './boxes.ts';
import { Damaged } from './damaged.ts';

/** Items of an image file that are not visible: EXIF, and XMP or other texts. */
const HIDDEN = new Set(['Exif', 'mime', 'uri ']);

/**
 * Finds the metadata of an AVIF image (ISO/IEC 23008-12): items have a type in `iinf` and a place in `iloc`.
 *
 * @param meta the box `meta`
 * @param offset where it begins in the file
 * @returns places in the file
 */
export function hiddenItems(meta: Buffer, offset: number): { start: number; end: number }[] {
  const [box] = boxesIn(meta, 0, meta.length);
  if (!box) throw new Damaged('The file has no index.');
  // A full box: version and flags come first.
  const inside = { content: box.content + 4, end: box.end };
  const [items, places, data] = ['iinf', 'iloc', 'idat'].map((type) => find(meta, inside, type));
  if (!items || !places) throw new Damaged('The image has no items.');
  const hidden = idsOf(meta, items);
  return extentsOf(meta, places).flatMap(({ id, inData, start, length }) => {
    if (!hidden.has(id)) return [];
    const from = inData ? offset + (data?.content ?? 0) + start : start;
    return [{ start: from, end: from + length }];
  });
}

function idsOf(meta: Buffer, { content, end }: Box): Set<number> {
  const first = content + 4 + (meta.readUInt8(content) === 0 ? 2 : 4);
  const entries = boxesIn(meta, first, end).map(({ content: at }) => {
    const version = meta.readUInt8(at);
    // Version 2 has ids of 16 bits, version 3 of 32; the type follows after two more bytes.
    const id = version >= 3 ? meta.readUInt32BE(at + 4) : meta.readUInt16BE(at + 4);
    const type = at + 4 + (version >= 3 ? 4 : 2) + 2;
    return { id, type: version < 2 ? '' : meta.toString('latin1', type, type + 4) };
  });
  return new Set(entries.filter(({ type }) => HIDDEN.has(type)).map(({ id }) => id));
}

interface Extent {
  id: number;
  /** Whether it is in `idat`, and not in the file. */
  inData: boolean;
  start: number;
  length: number;
}

function extentsOf(meta: Buffer, { content }: Box): Extent[] {
  const version = meta.readUInt8(content);
  const nibbles = [0, 4].flatMap((bit) => [4, 5].map((byte) => (meta.readUInt8(content + byte) >> (4 - bit)) & 15));
  const [offsetSize = 0, baseSize = 0, lengthSize = 0, indexSize = 0] = nibbles;
  let at = content + 6;
  const take = (size: number): number => {
    at += size;
    return size === 0 ? 0 : size === 8 ? Number(meta.readBigUInt64BE(at - 8)) : meta.readUIntBE(at - size, size);
  };
  const extents: Extent[] = [];
  const count = take(version < 2 ? 2 : 4);
  for (let item = 0; item < count; item++) {
    const id = take(version < 2 ? 2 : 4);
    const inData = version > 0 && (take(2) & 15) === 1;
    take(2);
    const base = take(baseSize);
    for (let left = take(2); left > 0; left--) {
      if (version > 0) take(indexSize);
      const start = base + take(offsetSize);
      extents.push({ id, inData, start, length: take(lengthSize) });
    }
  }
  return extents;
}
