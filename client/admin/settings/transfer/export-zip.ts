import { strToU8, Zip, ZipDeflate } from 'fflate';

import { exportedFile } from '../../../cli/markdown/exported-file.ts';
import type { ExportedPost } from '../../../index.ts';

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
      const file = new ZipDeflate(name);
      zip.add(file);
      file.push(strToU8(text), true);
    },
    finish() {
      zip.end();
      return new Blob(parts, { type: 'application/zip' });
    },
  };
}
