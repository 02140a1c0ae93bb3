import { unzipSync } from 'fflate';

import { kindOf, LARGEST } from '../../../importers/markdown/read-files.ts';
import { insideFolder, type SourceFile } from './source-files.ts';

/** What macOS puts into every zip beside the files. */
const BESIDE = '__MACOSX/';

/**
 * The files of a zip. Only those that may be posts are unpacked, and none that is too large to be one.
 *
 * @throws Error when it is no zip, or a file in it is broken or encrypted
 */
export function filesOfZip(zip: Uint8Array): SourceFile[] {
  const sizes = new Map<string, number>();
  const unpacked = unzipSync(zip, {
    filter({ name, originalSize }) {
      if (name.endsWith('/') || name.startsWith(BESIDE)) return false;
      sizes.set(name, originalSize);
      return originalSize <= LARGEST && kindOf(name.slice(name.lastIndexOf('/') + 1)) === 'post';
    },
  });
  const files = [...sizes].map(([name, size]) => ({
    path: pathOf(name),
    size,
    read: () => Promise.resolve(unpacked[name] ?? new Uint8Array()),
  }));
  return insideFolder(files);
}

/** Many programs write names in UTF-8 without saying so; they were read as Latin-1. */
function pathOf(name: string): string {
  const bytes = Uint8Array.from(name, (sign) => sign.charCodeAt(0));
  // oxlint-disable-next-line no-control-regex -- the range of Latin-1
  if (!/^[\u0000-\u00ff]*$/.test(name)) return name;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return name;
  }
}
