import type { Services } from '../../../routers/core/context.ts';
import { exportPosts } from '../../../routers/transfer/export.ts';
import { exportedFile } from '../../../shared/exported-file.ts';
import { libraryFiles } from '../../storage/files/library.ts';
import type { MediaStorage } from '../../storage/files/storage.ts';
import type { ZipMembers } from './write.ts';

/** Writes every post as a Markdown file, which an import reads back, and the uploaded files where Hugo serves them. */
export async function writeMarkdown(
  zip: ZipMembers,
  { em, readers: { owner: db } }: Pick<Services, 'em' | 'readers'>,
  storage: MediaStorage,
): Promise<void> {
  for (let cursor: string | undefined, isMore = true; isMore; isMore = cursor !== undefined) {
    const page = await exportPosts({ em: em.fork() }, cursor);
    for (const post of page.posts) {
      const { name, text } = exportedFile(post);
      await zip.add(name, text);
    }
    cursor = page.cursor;
  }
  for await (const { path } of libraryFiles(db)) {
    const content = await storage.get(path);
    if (content) await zip.addFile(`static/media/${path}`, content);
  }
}
