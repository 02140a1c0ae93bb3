import type { SqlEntityManager } from '@mikro-orm/sql';

import type { Section } from '../../entities/comment.ts';
import { kyselyOf } from '../../entities/kysely.ts';

/** Where comments are: a post, or a section of the guestbook. */
export type Place = { postKey: number; section: null } | { postKey: null; section: Section };

/**
 * Which of these texts the threads have, as `textIn` names them: a thread has each text once.
 *
 * @param digests of the texts
 */
export async function textsOfThreads(
  tx: SqlEntityManager,
  places: readonly Place[],
  digests: readonly string[],
): Promise<Set<string>> {
  const posts = places.flatMap(({ postKey }) => postKey ?? []);
  const sections = places.flatMap(({ section }) => section ?? []);
  const inThreads = kyselyOf(tx)
    .selectFrom('comments')
    .select(['post_key', 'section', 'digest'])
    .where('digest', 'in', [...new Set(digests)]);
  const texts = [
    ...(posts.length > 0 ? await inThreads.where('post_key', 'in', posts).execute() : []),
    ...(sections.length > 0 ? await inThreads.where('section', 'in', sections).execute() : []),
  ];
  return new Set(texts.map(({ post_key: postKey, section, digest }) => textIn({ postKey, section }, digest!)));
}

/** Names a text in a thread. */
export function textIn({ postKey, section }: { postKey: number | null; section: string | null }, digest: string) {
  return `${postKey ?? section} ${digest}`;
}
