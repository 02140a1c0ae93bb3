import type { CallContext, Services } from '../../../routers/core/context.ts';
import { postNotFound } from '../../../routers/base/errors.ts';
import { postTags } from '../../../routers/posts/cache-tags.ts';
import { markdownOf, type WritablePost } from '../../../shared/post-file.ts';
import { tagOf } from '../../http/validators.ts';
import type { ReadTarget, Routes } from '../../http/routes.ts';
import { Moved, postOfPage, textOrMoved } from './redirects.ts';
import { ownPage } from './views/page.ts';
import type { CacheableRead } from '../../http/cacheable-read.ts';

/** Adds `/posts/<id>.md`: a plain public post as Markdown, as an export writes it. */
export function addPostMarkdown({ addRead }: Routes, services: Services): void {
  addRead('/posts/:id.md', { resolve: read, errors: textOrMoved(services) });
}

function read({ params: { id = '' } }: ReadTarget): CacheableRead {
  return markdownAt(`markdown ${id}`, id, postOfPage);
}

/** The same for a page of the owner: `/<id>.md`. */
export function markdownOfPage(id: string): CacheableRead {
  return markdownAt(`markdown of page ${id}`, id, ownPage);
}

type Find = (call: CallContext, id: string) => Promise<WritablePost>;

function markdownAt(key: string, id: string, find: Find): CacheableRead {
  return {
    key,
    limit: null,
    tags: postTags(id),
    async render(call) {
      const body = markdownOf(await plainPost(call, id, find));
      return { type: 'text/markdown; charset=utf-8', body, tag: tagOf(body) };
    },
  };
}

/** @throws NOT_FOUND, also for a protected post; Moved for a former id */
async function plainPost(call: CallContext, id: string, find: Find): Promise<WritablePost> {
  const post = await find(call, id).catch((error: unknown) => {
    throw error instanceof Moved ? new Moved(`${error.path}.md`) : error;
  });
  if (post.protected === 1) throw postNotFound();
  return post;
}
