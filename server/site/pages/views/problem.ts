import type { Services } from '../../../../routers/core/context.ts';
import { newestTitles, type PostTitle } from '../../../../routers/posts/related.ts';
import type { View } from '../engine.ts';

/** The page of an error. A page that does not exist offers the newest posts. */
export function problemView(status: number, sentence: string, posts: readonly PostTitle[]): View {
  const heading = status === 404 ? 'problem.notFound' : status < 500 ? 'problem.refused' : 'problem.broken';
  return { template: 'problem', values: { title_key: heading, hidden: true, heading, sentence, status, posts } };
}

/** The newest posts, for pages that do not exist. */
export function recentPosts({ em, clock }: Pick<Services, 'em' | 'clock'>): Promise<PostTitle[]> {
  return newestTitles({ em: em.fork({ useContext: true }), clock });
}
