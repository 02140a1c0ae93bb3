import { fileNameOf } from './file-name.ts';
import { markdownOf, type WritablePost } from './post-file.ts';

/** A post as an export has it. */
export type ExportablePost = WritablePost & {
  sourceKey: string | null;
  aliases: string[];
  created_at: string;
  updated_at: string;
};

/** The Markdown file of an exported post, which an import can read. */
export function exportedFile(post: ExportablePost): { name: string; text: string } {
  const sourceKey = post.sourceKey ?? ownKey(post);
  const times = { created: post.created_at, updated: post.updated_at };
  return { name: fileNameOf(post.id), text: markdownOf(post, { aliases: post.aliases, sourceKey, ...times }) };
}

/**
 * The key of a post that was written in Octavo itself. It contains the creation time, so that an import elsewhere does
 * not confuse it with another post with the same id.
 */
export function ownKey({ id, created_at: made }: { id: string; created_at: string }): string {
  return `octavo:${id}@${made}`;
}
