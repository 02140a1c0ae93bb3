import type { ExportedPost } from '../../index.ts';
import { fileNameOf, markdownOf } from './write-post.ts';

/** A post as a file of an export, which an import reads back. */
export function exportedFile(post: ExportedPost): { name: string; text: string } {
  const sourceKey = post.sourceKey ?? ownKey(post);
  return { name: fileNameOf(post.id), text: markdownOf(post, { aliases: post.aliases, sourceKey }) };
}

/**
 * The key of a post that was written in Octavo itself. The moment of its making is in it, so that an import
 * elsewhere does not take another post of the same id for it.
 */
function ownKey({ id, created_at: made }: ExportedPost): string {
  return `octavo:${id}@${made}`;
}
