import { changed, created, removed } from '../posts/answers.ts';
import { renderedHtml } from '../posts/include.ts';
import { getPage } from '../posts/read.ts';
import type { GetInput } from '../posts/schemas.ts';
import { trashPost } from '../posts/trash/move.ts';
import { trashed, trashInput } from '../posts/trash/schemas.ts';
import { createPost, deletePost, updatePost } from '../posts/write.ts';
import { postTags } from '../posts/cache-tags.ts';
import { administratorOrKey, publicRead, rest, router } from '../core/procedures.ts';
import { listPages } from './list.ts';
import {
  createPageInput,
  deletePageInput,
  getPageInput,
  onePage,
  pageList,
  pageListInput,
  updatePageInput,
} from '../posts/page-schemas.ts';

export const pagesRouter = router({
  list: publicRead
    .meta(
      rest('GET', '/api/pages', 'List pages by title', {
        description: 'Visitors see published pages only.',
        dependsOn: () => ['posts'],
      }),
    )
    .input(pageListInput.prefault({}))
    .output(pageList)
    .query(async ({ ctx, input }) => ({
      ok: true,
      ...(await listPages(ctx, input)),
      page: input.page,
      pageSize: input.pageSize,
    })),

  get: publicRead
    .meta(
      rest('GET', '/api/pages/{id}', 'Read a page', {
        description:
          'The content is Markdown, or encrypted in `enc` for a protected page. Drafts and scheduled pages are 404 for visitors.',
        errors: ['NOT_FOUND'],
        dependsOn: ({ id, include }: GetInput) => [...postTags(id), ...(include ? ['settings'] : [])],
        hasAbsoluteUrls: ({ include }: GetInput) => include !== undefined,
      }),
    )
    .input(getPageInput)
    .output(onePage)
    .query(async ({ ctx, input }) => {
      const page = await getPage(ctx, input.id);
      return { ok: true, page: input.include ? { ...page, html: await renderedHtml(ctx, page) } : page };
    }),

  create: administratorOrKey('posts')
    .meta(
      rest('POST', '/api/pages', 'Create a page', {
        status: 201,
        location: ({ id }: { id: string }) => `/api/pages/${encodeURIComponent(id)}`,
        errors: ['POST_EXISTS', 'SERVICE_UNAVAILABLE'],
      }),
    )
    .input(createPageInput)
    .output(created)
    .mutation(async ({ ctx, input }) => ({ ok: true, ...(await createPost(ctx, input, 'page')) })),

  update: administratorOrKey('posts')
    .meta(
      rest('PUT', '/api/pages/{id}', 'Update a page; absent fields keep their values', {
        errors: ['NOT_FOUND', 'PRECONDITION_FAILED', 'WRONG_POST_PASSWORD', 'SERVICE_UNAVAILABLE'],
      }),
    )
    .input(updatePageInput)
    .output(changed)
    .mutation(async ({ ctx, input }) => ({ ok: true, ...(await updatePost(ctx, input, 'page')) })),

  delete: administratorOrKey('posts')
    .meta(
      rest('DELETE', '/api/pages/{id}', 'Delete a page with its comments and counters', {
        errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
      }),
    )
    .input(deletePageInput)
    .output(removed)
    .mutation(async ({ ctx, input }) => ({ ok: true, id: await deletePost(ctx, input.id, input.ifVersion, 'page') })),

  trash: administratorOrKey('posts')
    .meta(
      rest('POST', '/api/pages/{id}/trash', 'Move a page to the trash', {
        description: 'As a post.',
        errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
      }),
    )
    .input(trashInput)
    .output(trashed)
    .mutation(async ({ ctx, input }) => ({ ok: true, ...(await trashPost(ctx, input, 'page')) })),
});
