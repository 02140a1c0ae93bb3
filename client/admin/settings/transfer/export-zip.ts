import { strToU8, Zip, ZipDeflate } from 'fflate';

import { exportedFile } from '../../../importers/markdown/exported-file.ts';
import type { ExportedPost } from '../../../index.ts';

/** How a zip says "made on Unix", and a file's rights there: -rw-------, since drafts are among the posts. */
const UNIX = 3;
const OWNER_ONLY = (0o100600 << 16) >>> 0;

/** A zip that grows post by post. */
export function exportZip(): { add(post: ExportedPost): void; finish(): Blob } {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part);
  });
  return {
    add(post) {
      const { name, text } = exportedFile(post);
      const file = Object.assign(new ZipDeflate(name), { os: UNIX, attrs: OWNER_ONLY });
      zip.add(file);
      file.push(strToU8(text), true);
    },
    finish() {
      zip.end();
      return new Blob(parts, { type: 'application/zip' });
    },
  };
}
