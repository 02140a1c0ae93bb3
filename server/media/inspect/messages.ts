import type { Extension } from '../../storage/files/kinds.ts';

/** A task for the child process. */
export type ToChild = InspectTask | SizeTask | EditTask;

/** Inspects a file, and removes its metadata. */
export interface InspectTask {
  what: 'inspect';
  file: string;
  /** Where the cleaned file goes when it differs; MP4, M4A and AVIF are cleaned in place. */
  output: string;
}

/** The result of an inspection. */
export interface Inspected {
  /** Null for an unknown type. */
  extension: Extension | null;
  width: number | null;
  height: number | null;
  /** Whether the cleaned file is in `output`. */
  isRewritten: boolean;
  /** The widths that it should also have. */
  widths: number[];
}

/** Makes a version of an image at `output`: a smaller WebP, the PNG of an icon, or the JPEG of link previews. */
export interface SizeTask {
  what: 'size';
  file: string;
  output: string;
  width: number;
  /** Whether it is a square without animation, in which an image of another shape is padded. */
  isIcon?: boolean;
  /** The height of a JPEG that the image fills, and the point that stays visible, in shares of its sides. */
  crop?: { height: number; focus: { x: number; y: number } };
}

/** Makes an image at `output` of a part of another one. */
export interface EditTask {
  what: 'edit';
  file: string;
  output: string;
  /** The part to keep, from 0 to 1 of width and height. */
  crop?: { x: number; y: number; width: number; height: number } | undefined;
  /** Clockwise, after the crop. */
  rotate: 0 | 90 | 180 | 270;
}

export type FromChild = { ok: true; value: Inspected | null } | { ok: false; reason: Refusal; message: string };

/**
 * `damaged`: the file is invalid; `unsuitable`: it takes too much to check, as the message says; `failed`: something
 * else went wrong.
 */
export type Refusal = 'damaged' | 'too large' | 'unsuitable' | 'failed';

/** The first message of the process: from then on, a file is the reason when it aborts. */
export const READY = 'ready';

/** Sent every second: its event loop turns. */
export const ALIVE = 'alive';

/** The exit code of a process that took too much memory. */
export const TOO_LARGE = 3;
