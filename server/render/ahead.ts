import type { SqlEntityManager } from '@mikro-orm/sql';

import { prepared } from '../../routers/prepared.ts';
import { postsIn } from '../../routers/tags.ts';
import type { OpenServices } from '../services.ts';

/**
 * From now on, posts are rendered as soon as this process wrote them, one after the other and behind whoever reads, so
 * that not even their first reader has to wait.
 */
export function renderAhead({ services, changes, renderer }: Pick<OpenServices, 'services' | 'changes' | 'renderer'>) {
  const { em, settings, log } = services;
  const waiting = new Set<string>();
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    for (const id of waiting) {
      waiting.delete(id);
      await renderOne(id).catch((error: unknown) =>
        log.debug({ err: error, post: id }, 'a post was not rendered ahead'),
      );
    }
    isRunning = false;
  }

  async function renderOne(id: string): Promise<void> {
    const markdown = await plainText(em, id);
    if (markdown === undefined) return;
    const { siteUrl, language } = await settings.current();
    await renderer.render(markdown, { site: siteUrl, language, post: id });
  }

  changes.listenToOwn((tags) => {
    for (const id of postsIn(tags)) waiting.add(id);
    if (waiting.size > 0 && !isRunning) void run();
  });
}

const texts = prepared((db, { id }: { id: string }) =>
  db.selectFrom('posts').select('posts.content').where('posts.slug', '=', id).where('posts.protected', '=', 0),
);

async function plainText(em: SqlEntityManager, id: string): Promise<string | undefined> {
  const [post] = await texts(em.fork(), { id });
  return post?.content;
}
