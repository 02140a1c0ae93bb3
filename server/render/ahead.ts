import type { SqlEntityManager } from '@mikro-orm/sql';

import { prepared } from '../../routers/prepared.ts';
import { postsIn } from '../../routers/tags.ts';
import type { OpenServices } from '../services.ts';

/** Milliseconds without a write of a post after which rendering begins: writes that follow each other go first. */
const PAUSE = 100;

/**
 * Renders posts from now on, once this process wrote them and paused, one after the other and behind all readers,
 * so that not even their first reader has to wait.
 */
export function renderAhead({ services, changes, renderer }: Pick<OpenServices, 'services' | 'changes' | 'renderer'>) {
  const { em, settings, log } = services;
  const waiting = new Set<string>();
  let isRunning = false;
  let pause: NodeJS.Timeout | undefined;

  async function run(): Promise<void> {
    if (isRunning) return;
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
    const written = postsIn(tags);
    if (written.length === 0) return;
    for (const id of written) waiting.add(id);
    clearTimeout(pause);
    pause = setTimeout(() => void run(), PAUSE).unref();
  });
}

const texts = prepared((db, { id }: { id: string }) =>
  db.selectFrom('posts').select('posts.content').where('posts.slug', '=', id).where('posts.protected', '=', 0),
);

async function plainText(em: SqlEntityManager, id: string): Promise<string | undefined> {
  const [post] = await texts(em.fork(), { id });
  return post?.content;
}
