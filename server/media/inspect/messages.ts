import type { Extension } from '../kinds.ts';

/** A task for the child process. */
export type ToChild = InspectTask | SizeTask;

/** Look at a file, and remove what is not to be seen by others. */
export interface InspectTask {
  what: 'inspect';
  file: string;
  /** Where the cleaned file goes when it differs; MP4, M4A and AVIF are cleaned in place. */
  output: string;
}

/** What a file is. */
export interface Inspected {
  /** Null: it is none of the known kinds. */
  extension: Extension | null;
  width: number | null;
  height: number | null;
  /** Whether the cleaned file is in `output`. */
  isRewritten: boolean;
  /** The widths that it should also have. */
  widths: number[];
}

/** Make a smaller version of an image at `output`: a WebP, or the PNG of an icon. */
export interface SizeTask {
  what: 'size';
  file: string;
  output: string;
  width: number;
  /** Whether it is a square, around which an image of another shape leaves room, without animation. */
  isIcon?: boolean;
}

export type FromChild =
  | { ok: true; value: Inspected | null }
  /** `damaged`: the file is not what it says; `failed`: something else went wrong. */
  | { ok: false; reason: 'damaged' | 'too large' | 'failed'; message: string };
