import { open, readFile, writeFile } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';

import { readHead } from '../../storage/read-head.ts';
import { Damaged } from './damaged.ts';
import type { Inspected, InspectTask } from './messages.ts';
import { isStrippable, stripImage } from './metadata.ts';
import { stripMovie } from './movie.ts';
import { isAnimatedPng } from './png.ts';
import { MAX_PIXELS, sharp, widthsBelow } from './raster.ts';
import { cleanSvgWithin } from './svg-budget.ts';
import { TooLarge } from './too-large.ts';
import { sizeOfWebm } from './webm.ts';
import type { Extension } from '../../storage/files/kinds.ts';

/** The number of bytes from which the type of a file is detected. */
const BEGINNING = 64 * 1024;

/** Maps the extensions that file-type reports to ours. */
const types: Readonly<Record<string, Extension>> = {
  jpg: 'jpg',
  png: 'png',
  apng: 'png',
  gif: 'gif',
  webp: 'webp',
  avif: 'avif',
  pdf: 'pdf',
  mp3: 'mp3',
  m4a: 'm4a',
  m4b: 'm4a',
  ogg: 'ogg',
  oga: 'ogg',
  opus: 'ogg',
  spx: 'ogg',
  ogv: 'ogv',
  mp4: 'mp4',
  m4v: 'mp4',
  webm: 'webm',
};

const nothing = { width: null, height: null, isRewritten: false, widths: [] };

/**
 * Detects the type of a file by its content, checks that it can be shown, and removes its metadata.
 *
 * @throws Damaged, TooLarge, Unsuitable
 */
export async function inspectFile(task: InspectTask): Promise<Inspected> {
  const extension = await detectExtension(task.file);
  if (extension === 'svg') return inspectSvg(task);
  if (extension === 'mp4' || extension === 'm4a') return inspectMovie(task, extension);
  if (extension === 'avif') return inspectAvif(task);
  if (extension === 'webm') return { ...nothing, extension, ...(await sizeOfWebm(task.file)) };
  if (extension !== null && isStrippable(extension)) return inspectImage(task, extension);
  return { ...nothing, extension };
}

async function detectExtension(file: string): Promise<Extension | null> {
  const beginning = await readHead(file, BEGINNING);
  const found = await fileTypeFromBuffer(beginning).catch(() => undefined);
  if (found && found.ext !== 'xml') return Object.hasOwn(types, found.ext) ? types[found.ext]! : null;
  return looksLikeSvg(beginning) ? 'svg' : null;
}

/** A prolog, comments and a document type may stand before the element. */
function looksLikeSvg(beginning: Buffer): boolean {
  const isWide = beginning[1] === 0xfe || beginning[1] === 0xff;
  let text = beginning
    .toString(isWide ? 'utf16le' : 'utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  for (let end = endOfProlog(text); end > 0; end = endOfProlog(text)) text = text.slice(end).trimStart();
  return /^<svg[\s>/]/.test(text);
}

function endOfProlog(text: string): number {
  const [, opening = ''] = /^(<\?xml|<!--|<!DOCTYPE\s+svg\b)/i.exec(text) ?? [];
  if (opening === '') return 0;
  if (opening === '<!--') return text.indexOf('-->') + 3;
  const [head, subset] = [text.indexOf('>'), text.indexOf('[')];
  const isInternal = opening.startsWith('<!D') && subset > 0 && subset < head;
  return (isInternal ? text.indexOf('>', text.indexOf(']')) : head) + 1;
}

async function inspectSvg({ file, output }: InspectTask): Promise<Inspected> {
  const { text, width, height } = await cleanSvgWithin(await ownBytes(file));
  await writeFile(output, text);
  return { extension: 'svg', width, height, isRewritten: true, widths: [] };
}

/** In a buffer that nothing else uses. */
async function ownBytes(file: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(file));
}

async function inspectMovie({ file }: InspectTask, found: 'mp4' | 'm4a'): Promise<Inspected> {
  const handle = await open(file, 'r+');
  try {
    const { size } = await handle.stat();
    const { width, height } = await stripMovie(handle, size).catch(damaged);
    // file-type reports an audio file with the brand of a film as a film.
    const extension = found === 'mp4' && width === null ? 'm4a' : found;
    return { ...nothing, extension, width, height };
  } finally {
    await handle.close();
  }
}

async function inspectAvif({ file }: InspectTask): Promise<Inspected> {
  const handle = await open(file, 'r+');
  try {
    const { frames } = await stripMovie(handle, (await handle.stat()).size, true).catch(damaged);
    const isAnimated = frames > 0;
    const { width, height } = await decode(isAnimated ? await firstFrame(file) : file);
    checkPixels(width * height * frames);
    return {
      extension: 'avif',
      width,
      height,
      isRewritten: false,
      // They would not move: only the first frame can be decoded.
      widths: isAnimated ? [] : widthsBelow(width, height),
    };
  } finally {
    await handle.close();
  }
}

/** An animated AVIF with the brand of a still one, because libvips knows only that. */
async function firstFrame(file: string): Promise<Buffer> {
  const bytes = await readFile(file);
  bytes.write('avif', 8, 'latin1');
  return bytes;
}

async function inspectImage(
  { file, output }: InspectTask,
  extension: 'jpg' | 'png' | 'gif' | 'webp',
): Promise<Inspected> {
  const { width, height, orientation } = await decode(file);
  const bytes = await readFile(file);
  const stripped = orientation > 1 ? await turnUpright(file, extension) : stripImage(extension, bytes);
  const isRewritten = !stripped.equals(bytes);
  if (isRewritten) await writeFile(output, stripped);
  const isFixed = extension === 'png' && isAnimatedPng(bytes);
  return { extension, width, height, isRewritten, widths: isFixed ? [] : widthsBelow(width, height) };
}

/** Decodes the whole image once: a valid beginning does not make a valid image. */
async function decode(file: string | Buffer): Promise<{ width: number; height: number; orientation: number }> {
  try {
    const image = sharp(file, { animated: true, limitInputPixels: false });
    const { width, height, pageHeight, autoOrient, orientation = 1 } = await image.metadata();
    checkPixels(width * height);
    await sharp(file, { animated: true, limitInputPixels: MAX_PIXELS })
      .resize(16, 16, { fit: 'fill' })
      .raw()
      .toBuffer();
    return { width: autoOrient.width, height: pageHeight ?? autoOrient.height, orientation };
  } catch (error) {
    return damaged(error);
  }
}

/** The only case in which pixels are encoded again. */
async function turnUpright(file: string, extension: 'jpg' | 'png' | 'gif' | 'webp'): Promise<Buffer> {
  const upright = sharp(file, { animated: extension !== 'jpg', limitInputPixels: MAX_PIXELS })
    .autoOrient()
    .keepIccProfile();
  const quality = 90;
  if (extension === 'jpg') return upright.jpeg({ quality }).toBuffer();
  if (extension === 'png') return upright.png().toBuffer();
  return upright.webp({ quality }).toBuffer();
}

/** @throws TooLarge */
function checkPixels(pixels: number): void {
  if (pixels <= MAX_PIXELS) return;
  throw new TooLarge(
    `The image has ${Math.round(pixels / 1e6)} megapixels, frames of animations included; at most ${MAX_PIXELS / 1e6} are accepted.`,
  );
}

/** What the system lacks, in the words of libvips, whose errors have no codes. */
const OF_SYSTEM =
  /Too many open files|Cannot allocate memory|No space left|Input\/output error|temporarily unavailable/;

/** An error of the system, such as a disk that cannot be read, says nothing about the file. */
function damaged(error: unknown): never {
  if (error instanceof TooLarge || error instanceof Damaged) throw error;
  if (isOfSystem(error)) throw error;
  throw new Damaged(error instanceof Error ? error.message : String(error), { cause: error });
}

function isOfSystem(error: unknown): boolean {
  return error instanceof Error && ('syscall' in error || 'errno' in error || OF_SYSTEM.test(error.message));
}
