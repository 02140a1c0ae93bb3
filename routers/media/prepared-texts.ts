import { kyselyOf } from '../../entities/kysely.ts';
import type { CallContext } from '../core/context.ts';
import { sha256 } from '../base/secrets.ts';
import type { Replacement } from '../data/files/targets.ts';

/** Texts of posts and working copies in which URLs are replaced. */
export interface ReplacedTexts {
  /** The text with the new URLs; at once when it was prepared. */
  of(markdown: string): Promise<string>;
}

/** Posts that are read at a time. */
const BATCH = 50;
/** Characters of all prepared texts. */
const MAX_PREPARED = 16 * 1024 * 1024;

/** Replaces URLs in texts on request. */
export function replaceInTexts({ markdown }: CallContext, replacement: Replacement): ReplacedTexts {
  return { of: (text) => markdown.replaceUrls(text, replacement) };
}

/**
 * Replaces URLs in the texts of posts before the transaction that stores them. Reading Markdown takes most of the time
 * of a replacement, and other writers do not wait for it here. Texts that change until then, and those beyond 16
 * million characters, are read in the transaction.
 *
 * @param targets of the URLs that are replaced: only posts that use them are read
 */
export async function prepareTexts(
  ctx: CallContext,
  targets: readonly string[],
  replacement: Replacement,
): Promise<ReplacedTexts> {
  const prepared = new Map<string, string>();
  const now = replaceInTexts(ctx, replacement);
  let size = 0;
  for await (const text of textsWith(ctx, targets)) {
    const next = await now.of(text);
    size += next.length;
    if (size > MAX_PREPARED) break;
    prepared.set(sha256(text), next);
  }
  return { of: async (text) => prepared.get(sha256(text)) ?? now.of(text) };
}

/** The texts of the posts that use these targets, and of their working copies. */
async function* textsWith({ em }: CallContext, targets: readonly string[]): AsyncGenerator<string> {
  const db = kyselyOf(em.fork());
  for (let after = 0; ;) {
    const posts = await db
      .selectFrom('posts')
      .leftJoin('working_copies', 'working_copies.post_key', 'posts.key')
      .select(['posts.key', 'posts.content', 'working_copies.fields'])
      .where('posts.key', '>', after)
      .where('posts.key', 'in', (from) =>
        from.selectFrom('media_uses').select('post_key').where('target', 'in', targets),
      )
      .orderBy('posts.key')
      .limit(BATCH)
      .execute();
    for (const { content, fields } of posts) {
      const copy = JSON.parse(fields ?? '{}') as { content?: string };
      yield* new Set([content, copy.content ?? '']);
    }
    const last = posts.at(-1);
    if (!last || posts.length < BATCH) return;
    after = last.key;
  }
}
