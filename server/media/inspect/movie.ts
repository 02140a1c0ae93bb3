import type { FileHandle } from 'node:fs/promises';

import { blank, boxAt, boxesIn, find, type Box } from './boxes.ts';
import { Damaged } from './damaged.ts';
import { hiddenItems } from './heif.ts';

/** The largest part of a film that is read as a whole: the tables of its frames, or the items of an image. */
const MAX_INDEX = 64 * 1024 * 1024;
/** Tracks that are seen or heard. All others may contain anything, such as the GPS positions of a camera. */
const TRACKS = new Set(['vide', 'soun', 'pict', 'auxv']);
/** Boxes that show nothing, wherever they are. */
const HIDDEN = new Set(['udta', 'uuid', 'free', 'skip', 'wide']);
const ZEROS = Buffer.alloc(64 * 1024);

/** The properties of a film. */
export interface Film {
  width: number | null;
  height: number | null;
  /** The pictures of an animated image. */
  frames: number;
  /** Whether bytes of the file were changed. */
  changed: boolean;
}

/**
 * Overwrites the metadata of a film, a sound or an AVIF image in place: texts, places, times, previews, and tracks that
 * are neither seen nor heard. What is seen and heard stays where it is.
 *
 * @param bytes of the file
 * @param isImage whether `meta` contains the image, also of an animation; that of a film is metadata
 * @throws Damaged
 */
export async function stripMovie(file: FileHandle, bytes: number, isImage = false): Promise<Film> {
  const film: Film = { width: null, height: null, frames: 0, changed: false };
  const tops = await topBoxes(file, bytes);
  const has = (type: string) => tops.some((top) => top.type === type);
  const erase = async (spans: readonly Span[]) => {
    for (const { start, end } of spans) await zero(file, start, Math.min(end, bytes));
    if (spans.length > 0) film.changed = true;
  };
  if (!has('moov') && !has('meta')) throw new Damaged('The file has no index.');
  for (const top of tops) {
    if (top.type === 'moov') {
      const index = await readBox(file, top);
      if (has('moof') && hasDropped(index)) throw new Damaged('The file has data tracks in fragments.');
      const before = Buffer.from(index);
      await erase(stripIndex(index, film));
      if (before.equals(index)) continue;
      await file.write(index, 0, index.length, top.start);
      film.changed = true;
    } else if (top.type === 'meta' && (isImage || !has('moov'))) {
      await erase(hiddenItems(await readBox(file, top), top.start));
    } else if (top.type === 'meta' || HIDDEN.has(top.type)) {
      await erase([{ start: top.content, end: top.end }]);
      await file.write(Buffer.from('free'), 0, 4, top.start + 4);
    }
  }
  return film;
}

async function topBoxes(file: FileHandle, bytes: number): Promise<Box[]> {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes;) {
    const head = Buffer.alloc(16);
    await file.read(head, 0, 16, at);
    const { type, content, end } = boxAt(head, 0, bytes - at);
    boxes.push({ type, start: at, content: at + content, end: at + end });
    at += end;
  }
  return boxes;
}

async function readBox(file: FileHandle, { start, end }: Box): Promise<Buffer> {
  if (end - start > MAX_INDEX) throw new Damaged('The index of the file is too large.');
  const bytes = Buffer.alloc(end - start);
  await file.read(bytes, 0, bytes.length, start);
  return bytes;
}

async function zero(file: FileHandle, start: number, end: number): Promise<void> {
  for (let at = start; at < end; at += ZEROS.length) {
    await file.write(ZEROS, 0, Math.min(ZEROS.length, end - at), at);
  }
}

interface Span {
  start: number;
  end: number;
}

/** @returns the parts of the file that contain the data of removed tracks */
function stripIndex(index: Buffer, film: Film): Span[] {
  const spans: Span[] = [];
  const [movie] = boxesIn(index, 0, index.length);
  if (!movie) throw new Damaged('The file has no index.');
  for (const box of boxesIn(index, movie.content, movie.end)) {
    if (box.type === 'mvhd') forgetTimes(index, box);
    else if (box.type === 'trak') stripTrack(index, box, film, spans);
    else if (box.type === 'meta' || HIDDEN.has(box.type)) blank(index, box);
  }
  return spans;
}

function stripTrack(index: Buffer, track: Box, film: Film, spans: Span[]): void {
  const media = find(index, track, 'mdia');
  const handler = media && handlerOf(index, media);
  if (!media || handler === undefined || !TRACKS.has(handler)) {
    if (media) spans.push(...samplesOf(index, media));
    blank(index, track);
    return;
  }
  for (const box of boxesIn(index, track.content, track.end)) {
    if (box.type === 'tkhd') {
      forgetTimes(index, box);
      if (handler === 'vide') measure(index, box, film);
    } else if (box.type === 'meta' || HIDDEN.has(box.type)) blank(index, box);
  }
  const head = find(index, media, 'mdhd');
  if (head) forgetTimes(index, head);
  const sizes = tableOf(index, media, 'stsz');
  if (handler === 'pict' && sizes) film.frames = index.readUInt32BE(sizes.content + 8);
}

function handlerOf(index: Buffer, media: Box): string | undefined {
  const handler = find(index, media, 'hdlr');
  return handler && index.toString('latin1', handler.content + 8, handler.content + 12);
}

/** Whether an index has tracks that are neither seen nor heard. */
function hasDropped(index: Buffer): boolean {
  const [movie] = boxesIn(index, 0, index.length);
  if (movie?.type !== 'moov') return false;
  return boxesIn(index, movie.content, movie.end).some((track) => {
    const media = track.type === 'trak' && find(index, track, 'mdia');
    return media && !TRACKS.has(handlerOf(index, media) ?? '');
  });
}

/** Creation and modification, after version and flags. */
function forgetTimes(index: Buffer, { content }: Box): void {
  const length = index.readUInt8(content) === 1 ? 16 : 8;
  index.fill(0, content + 4, content + 4 + length);
}

/** The last two fields, in 1/65536 of a pixel. */
function measure(index: Buffer, { end }: Box, film: Film): void {
  const [width, height] = [index.readUInt32BE(end - 8), index.readUInt32BE(end - 4)].map((side) => side >>> 16);
  if (width && height) Object.assign(film, { width, height });
}

/** A table of the samples of a track. */
function tableOf(index: Buffer, media: Box, type: string): Box | undefined {
  const info = find(index, media, 'minf');
  const tables = info && find(index, info, 'stbl');
  return tables && find(index, tables, type);
}

/** The data of a track: chunks at `stco` or `co64`, `stsc` says how many samples each has, `stsz` how long these are. */
function samplesOf(index: Buffer, media: Box): Span[] {
  const [chunks, wide, runs, sizes] = ['stco', 'co64', 'stsc', 'stsz'].map((type) => tableOf(index, media, type));
  const places = chunks ?? wide;
  if (!places || !runs || !sizes) return [];
  const sampleSize = (sample: number) => {
    const all = index.readUInt32BE(sizes.content + 4);
    return all > 0 ? all : index.readUInt32BE(sizes.content + 12 + 4 * sample);
  };
  const spans: Span[] = [];
  let [sample, run] = [0, 0];
  const runCount = index.readUInt32BE(runs.content + 4);
  const sampleCount = index.readUInt32BE(sizes.content + 8);
  for (let chunk = 0; chunk < index.readUInt32BE(places.content + 4); chunk++) {
    const next = runs.content + 8 + 12 * (run + 1);
    if (run + 1 < runCount && index.readUInt32BE(next) === chunk + 1) run += 1;
    const start = chunks
      ? index.readUInt32BE(places.content + 8 + 4 * chunk)
      : Number(index.readBigUInt64BE(places.content + 8 + 8 * chunk));
    let end = start;
    const perChunk = index.readUInt32BE(runs.content + 12 + 12 * run);
    for (let at = 0; at < perChunk && sample < sampleCount; at++) end += sampleSize(sample++);
    spans.push({ start, end });
  }
  return spans;
}
