/**
 * The name of a post's file: `<id>.md`. File systems take 255 bytes, an id of rare scripts may have 320: such a name is
 * cut and ends in a hash; the id itself stands in the front matter.
 */
export function fileNameOf(id: string): string {
  const bytes = new TextEncoder().encode(id);
  return bytes.length <= 250 ? `${id}.md` : `${[...id].slice(0, 50).join('')}-${hashOf(bytes)}.md`;
}

/** FNV-1a with 64 bits: browsers have no better synchronous hash. */
function hashOf(bytes: Uint8Array): string {
  const hash = bytes.reduce(
    (sum, byte) => ((sum ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn,
    0xcbf29ce484222325n,
  );
  return hash.toString(16).padStart(16, '0');
}
