import { readHead } from '../../storage/read-head.ts';

/** How much of a file is read: the tracks stand before the first frame. In bytes. */
const BEGINNING = 256 * 1024;

/** Elements of WebM by their ids (RFC 9559). */
const ids = {
  segment: 0x18538067,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
} as const;

/** The bytes of an element behind its head. */
interface Part {
  start: number;
  end: number;
}

/** The size in pixels of the first video of a WebM file; null where it has none or does not say it. */
export async function sizeOfWebm(file: string): Promise<{ width: number | null; height: number | null }> {
  const bytes = await readHead(file, BEGINNING);
  let parts: Part[] = [{ start: 0, end: bytes.length }];
  for (const id of [ids.segment, ids.tracks, ids.trackEntry, ids.video]) {
    parts = parts.flatMap((part) => elements(bytes, part, id));
  }
  const [video] = parts;
  const number = (id: number) => {
    const [found] = video ? elements(bytes, video, id) : [];
    const length = found ? found.end - found.start : 0;
    return (found && length > 0 && length <= 6 && bytes.readUIntBE(found.start, length)) || null;
  };
  const [width, height] = [number(ids.pixelWidth), number(ids.pixelHeight)];
  return width && height ? { width, height } : { width: null, height: null };
}

/** The elements with an id among those of a part; one that is longer than the part ends with it. */
function elements(bytes: Buffer, { start, end }: Part, wanted: number): Part[] {
  const found: Part[] = [];
  for (let at = start; at < end;) {
    const id = numberAt(bytes, at, end);
    const size = id && numberAt(bytes, at + id.length, end);
    if (!size) break;
    const content = at + id.length + size.length;
    // A stream does not know how long it will be: then all bits are set.
    const isOpen = size.value === 2 ** (7 * size.length) - 1;
    at = isOpen ? end : Math.min(end, content + size.value);
    if (id.value + 2 ** (7 * id.length) === wanted) found.push({ start: content, end: at });
  }
  return found;
}

/** A number whose leading zeros say how many bytes it has, without the bit that ends them. */
function numberAt(bytes: Buffer, at: number, end: number): { value: number; length: number } | null {
  const length = at < end ? Math.clz32(bytes[at]!) - 23 : 9;
  if (length > 8 || at + length > end) return null;
  let value = bytes[at]! & (0xff >> length);
  for (let next = 1; next < length; next++) value = value * 256 + bytes[at + next]!;
  return { value, length };
}
