import { decodePercent } from '../../../shared/decode-percent.ts';
import type { SourceFile } from '../source-file.ts';

/** Where WordPress and Ghost keep the files of posts. */
const STORE = /\/(?:wp-content\/uploads|content\/(?:images|media|files))\/[^?#]+/;

/**
 * Finds the files of posts that were given with an export, such as a copy of `wp-content/uploads`.
 *
 * @returns a function from a URL in a post to its file
 */
export function filesByPath(files: readonly SourceFile[]): (url: string) => SourceFile | undefined {
  const stored = new Map<string, SourceFile>();
  for (const file of files) {
    const [path] = STORE.exec(`/${file.path}`) ?? [];
    if (path !== undefined) stored.set(path, file);
  }
  return (url) => {
    const [path] = STORE.exec(decodePercent(url).normalize('NFC')) ?? [];
    return path === undefined ? undefined : stored.get(path);
  };
}
