import { hash } from 'node:crypto';

/**
 * Estimates how many different visitors there were, without storing who they were: HyperLogLog, as described by
 * P. Flajolet, É. Fusy, O. Gandouet and F. Meunier, "HyperLogLog: the analysis of a near-optimal cardinality estimation
 * algorithm" (2007), with the estimator of O. Ertl, "New cardinality estimation algorithms for HyperLogLog sketches"
 * (2017, arXiv:1702.01284), which is unbiased for small and large numbers alike.
 *
 * A sketch has 2^14 registers; a hash selects one of them by 14 bits, which keeps the highest rank, the position of the
 * first 1 among the 50 bits that follow. The standard error is 1.04 / √2^14 = 0.81 %: 99.7 % of all estimates are within
 * 2.5 % of the truth. The sketch of two sets together is the maximum of each register.
 *
 * Each byte is a rank as the character that stands for it, so that a sketch is read and written without a loop.
 */
export type Sketch = Uint8Array;

const INDEX_BITS = 14;
const REGISTERS = 2 ** INDEX_BITS;
/** The number of bits that a rank is found in. */
const RANK_BITS = 50;
/** Up to this number of registers, a sketch is stored as a list of those that are not 0. */
const MOST_LISTED = 1000;
/** Ranks and indexes are stored as characters from this one: printable ASCII, 64 of them. */
const FIRST_CHARACTER = 48;

export function emptySketch(): Sketch {
  return new Uint8Array(REGISTERS).fill(FIRST_CHARACTER);
}

/**
 * The register of a visitor, and the rank that it has at least.
 *
 * @returns index × 64 + rank: 20 bits of a hash that has 256, so that it fits many client IPs
 */
export function registerFor(salt: string, clientIp: string): number {
  // A string of bytes is made in a third of the time that a buffer takes.
  const digest = hash('sha256', `${salt} ${clientIp}`, 'binary');
  const first = wordAt(digest, 0);
  const high = (first << INDEX_BITS) >>> 0;
  const zeros = high === 0 ? 32 - INDEX_BITS + Math.clz32(wordAt(digest, 4)) : Math.clz32(high);
  return (first >>> (32 - INDEX_BITS)) * 64 + Math.min(zeros, RANK_BITS) + 1;
}

function wordAt(bytes: string, at: number): number {
  const byte = (offset: number) => bytes.charCodeAt(at + offset);
  return ((byte(0) << 24) | (byte(1) << 16) | (byte(2) << 8) | byte(3)) >>> 0;
}

/** Adds visitors. @param registers of `registerFor` */
export function addRegisters(sketch: Sketch, registers: Iterable<number>): void {
  for (const register of registers) {
    const index = register >>> 6;
    const rank = FIRST_CHARACTER + (register & 63);
    if (rank > sketch[index]!) sketch[index] = rank;
  }
}

/** The number of different visitors. */
export function estimate(sketch: Sketch): number {
  const ofCharacters = new Uint32Array(FIRST_CHARACTER + RANK_BITS + 2);
  for (let index = 0; index < REGISTERS; index++) ofCharacters[sketch[index]!]! += 1;
  const counts = ofCharacters.subarray(FIRST_CHARACTER);
  let sum = REGISTERS * tau(1 - counts[RANK_BITS + 1]! / REGISTERS);
  for (let rank = RANK_BITS; rank >= 1; rank--) sum = 0.5 * (sum + counts[rank]!);
  sum += REGISTERS * sigma(counts[0]! / REGISTERS);
  return Math.round((REGISTERS * REGISTERS) / (2 * Math.LN2 * sum));
}

/** Writes a sketch as text: a list of its registers, or the rank of each. */
export function writeSketch(sketch: Sketch): string {
  const listed = new Uint8Array(4 * MOST_LISTED);
  let length = 0;
  for (let index = 0; index < REGISTERS; index++) {
    const rank = sketch[index]!;
    if (rank === FIRST_CHARACTER) continue;
    if (length === listed.length) return latin1(sketch);
    listed[length++] = FIRST_CHARACTER + (index >>> 12);
    listed[length++] = FIRST_CHARACTER + ((index >>> 6) & 63);
    listed[length++] = FIRST_CHARACTER + (index & 63);
    listed[length++] = rank;
  }
  return latin1(listed.subarray(0, length));
}

/** Reads what `writeSketch` wrote. */
export function readSketch(text: string): Sketch {
  const bytes = Buffer.from(text, 'latin1');
  if (bytes.length === REGISTERS) return bytes;
  const sketch = emptySketch();
  const bitsAt = (at: number) => bytes[at]! - FIRST_CHARACTER;
  for (let at = 0; at < bytes.length; at += 4) {
    sketch[bitsAt(at) * 4096 + bitsAt(at + 1) * 64 + bitsAt(at + 2)] = bytes[at + 3]!;
  }
  return sketch;
}

function latin1({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString('latin1');
}

/** σ of the estimator. */
function sigma(share: number): number {
  if (share === 1) return Infinity;
  let power = share;
  let weight = 1;
  let sum = share;
  for (let before = -1; before !== sum;) {
    power *= power;
    before = sum;
    sum += power * weight;
    weight += weight;
  }
  return sum;
}

/** τ of the estimator. */
function tau(share: number): number {
  if (share === 0 || share === 1) return 0;
  let root = share;
  let weight = 1;
  let sum = 1 - share;
  for (let before = -1; before !== sum;) {
    root = Math.sqrt(root);
    before = sum;
    weight *= 0.5;
    sum -= (1 - root) ** 2 * weight;
  }
  return sum / 3;
}
