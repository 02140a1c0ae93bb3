import { formats } from '../formats.ts';
import type { Importer, SourceText } from '../importer.ts';
import { isLeftOut, fileKind } from '../markdown/read-files.ts';
import { textOfStream } from '../text-of-stream.ts';
import type { GivenFile } from './given-file.ts';
import { lastName } from '../source-file.ts';

/** The characters of a file by which its format is recognized. */
const START = 64 * 1024;

/** The exports that were recognized among files. */
export interface Recognized {
  /** Exports that are one file each, those with posts first. */
  exports: { importer: Importer; source: SourceText }[];
  /** Whether the files are a folder of Markdown files; there are no exports then. */
  isFolder: boolean;
}

/**
 * Recognizes the exports among files by their beginning. A folder with Markdown files is a site, whatever else it
 * contains; an export beside it counts if it was given by itself.
 */
export async function recognize(files: readonly GivenFile[]): Promise<Recognized> {
  const isFolder = files.some(({ path }) => isInside(path) && isMarkdown(path));
  const candidates = files.filter(({ path }) => isInside(path) && isCandidate(path, isFolder));
  const exports: Recognized['exports'] = [];
  for (const file of candidates) {
    const source = textOfStream({ name: lastName(file.path) }, () => file.stream());
    const start = await readStart(source);
    const importer = formats.find((format) => format.recognizes(start));
    if (importer) exports.push({ importer, source });
  }
  const sorted = exports.toSorted((one, other) => rankOf(one.importer) - rankOf(other.importer));
  return exports.length > 0 ? { exports: sorted, isFolder: false } : { exports: [], isFolder };
}

/** The beginning of a text; "" if it is none, such as a picture. */
async function readStart(source: SourceText): Promise<string> {
  let start = '';
  try {
    for await (const piece of source.open()) {
      start += piece;
      if (start.length >= START) break;
    }
  } catch {
    // A file that cannot be read to its 64th kilobyte may still be a damaged export, which its importer reports.
  }
  return start.slice(0, START);
}

/** Sites contain feeds and data files of their own. */
function isCandidate(path: string, isSite: boolean): boolean {
  return /\.(?:xml|json|jsonl|ndjson|gz|txt)$|(?:^|\/)[^./]+$/i.test(path) && !(isSite && path.includes('/'));
}

function isMarkdown(path: string): boolean {
  const kind = fileKind(path);
  return kind === 'post' || typeof kind === 'object';
}

function isInside(path: string): boolean {
  return !path.split('/').slice(0, -1).some(isLeftOut);
}

function rankOf({ commentsOnly }: Importer): number {
  return commentsOnly ? 1 : 0;
}
