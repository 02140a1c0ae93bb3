import type { SqlEntityManager } from '@mikro-orm/sql';

import { prepareQuery } from '../../../routers/base/prepare-query.ts';
import { taggedPosts } from '../../../routers/posts/cache-tags.ts';
import type { Services } from '../../../routers/core/context.ts';
import type { Changes } from '../../storage/changes.ts';
import type { Renderer } from './markdown.ts';
import { inBackground } from '../../../routers/base/defects.ts';

/** How long no post must have been written before rendering starts, so that consecutive writes are not slowed down. */
const IDLE_MS = 100;
/** The same after a transaction that wrote several posts: the calls of an import are some seconds apart. */
const IDLE_IN_IMPORTS_MS = 10_000;

/**
 * Renders posts in the background after this process has written them, one at a time, so that not even the first reader
 * has to wait.
 */
export function prerenderPosts({
  services,
  changes,
  renderer,
}: {
  services: Services;
  renderer: Renderer;
  changes: Changes;
}) {
  const { em, settings, log } = services;
  const waiting = new Set<string>();
  let isRunning = false;
  let isImport = false;
  let pause: NodeJS.Timeout | undefined;

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (const id of waiting) {
      // Posts are being written again.
      if (pause) break;
      waiting.delete(id);
      await renderOne(id).catch((error: unknown) =>
        log.debug({ err: error, post: id }, 'a post could not be prerendered'),
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
    const written = taggedPosts(tags);
    if (written.length === 0) return;
    for (const id of written) waiting.add(id);
    clearTimeout(pause);
    isImport ||= written.length > 1;
    pause = setTimeout(
      () => {
        pause = undefined;
        isImport = false;
        inBackground(run());
      },
      isImport ? IDLE_IN_IMPORTS_MS : IDLE_MS,
    ).unref();
  });
}

const texts = prepareQuery((db, { id }: { id: string }) =>
  db.selectFrom('posts').select('posts.content').where('posts.slug', '=', id).where('posts.protected', '=', 0),
);

async function plainText(em: SqlEntityManager, id: string): Promise<string | undefined> {
  const [post] = await texts(em.fork(), { id });
  return post?.content;
}
