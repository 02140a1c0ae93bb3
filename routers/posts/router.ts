import { postTags } from './cache-tags.ts';
import { administratorOrKey, publicRead, rest, router } from '../core/procedures.ts';
import { listAllPosts } from './all.ts';
import { allPosts, changed, changedMany, created, onePost, postList, removed, rendered } from './answers.ts';
import { changeMany } from './bulk.ts';
import { renderedHtml, includesTexts } from './include.ts';
import { listPosts } from './list.ts';
import { getPost } from './read.ts';
import { renamePost } from './rename.ts';
import {
  allInput,
  bulkInput,
  createInput,
  deleteInput,
  getInput,
  listInput,
  renameInput,
  renderInput,
  updateInput,
  type GetInput,
  type ListInput,
} from './schemas.ts';
import { trashPost } from './trash/move.ts';
import { trashed, trashInput } from './trash/schemas.ts';
import { createPost, deletePost, updatePost } from './write.ts';

export const postsRouter = router({
  list: publicRead
    .meta(
      rest('GET', '/api/posts', 'List posts: pinned first, then by date, the newest first', {
        description:
          'All filters apply together. Visitors see published posts only. With `content` or `html` a page has at most 25 posts, with a session or an API key 100.',
        dependsOn: ({ include = [], search }: ListInput) => [
          'posts',
          ...(search === undefined ? [] : ['search']),
          ...(include.includes('comments') ? ['comments'] : []),
          ...(include.includes('html') ? ['settings'] : []),
        ],
        differsForKeys: includesTexts,
        hasAbsoluteUrls: ({ include = [] }: ListInput) => include.includes('html'),
      }),
    )
    .input(listInput.prefault({}))
    .output(postList)
    .query(async ({ ctx, input }) => ({
      ok: true,
      ...(await listPosts(ctx, input)),
    })),

  get: publicRead
    .meta(
      rest('GET', '/api/posts/{id}', 'Read a post', {
        description:
          'The content is Markdown, or encrypted in `enc` for a protected post. Drafts and scheduled posts are 404 for visitors.',
        errors: ['NOT_FOUND'],
        dependsOn: ({ id, include }: GetInput) => [...postTags(id), ...(include ? ['settings'] : [])],
        hasAbsoluteUrls: ({ include }: GetInput) => include !== undefined,
      }),
    )
    .input(getInput)
    .output(onePost)
    .query(async ({ ctx, input }) => {
      const post = await getPost(ctx, input.id);
      return { ok: true, post: input.include ? { ...post, html: await renderedHtml(ctx, post) } : post };
    }),

  create: administratorOrKey('posts')
    .meta(
      rest('POST', '/api/posts', 'Create a post', {
        status: 201,
        location: ({ id }: { id: string }) => `/api/posts/${encodeURIComponent(id)}`,
        errors: ['POST_EXISTS', 'SERVICE_UNAVAILABLE'],
      }),
    )
    .input(createInput)
    .output(created)
    .mutation(async ({ ctx, input }) => ({ ok: true, ...(await createPost(ctx, input)) })),

  update: administratorOrKey('posts')
    .meta(
      rest('PUT', '/api/posts/{id}', 'Update a post; absent fields keep their values', {
        errors: ['NOT_FOUND', 'PRECONDITION_FAILED', 'WRONG_POST_PASSWORD', 'SERVICE_UNAVAILABLE'],
      }),
    )
    .input(updateInput)
    .output(changed)
    .mutation(async ({ ctx, input }) => ({ ok: true, ...(await updatePost(ctx, input)) })),

  rename: administratorOrKey('posts')
    .meta(
      rest('POST', '/api/posts/{id}/rename', 'Change the id of a post; its old URL redirects', {
        description: 'Comments, counters and preview links stay with the post. The old id is free for another post.',
        errors: ['NOT_FOUND', 'POST_EXISTS', 'PRECONDITION_FAILED'],
      }),
    )
    .input(renameInput)
    .output(changed)
    .mutation(async ({ ctx, input }) => ({ ok: true, ...(await renamePost(ctx, input)) })),

  delete: administratorOrKey('posts')
    .meta(
      rest('DELETE', '/api/posts/{id}', 'Delete a post with its comments, counters and statistics', {
        errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
      }),
    )
    .input(deleteInput)
    .output(removed)
    .mutation(async ({ ctx, input }) => ({ ok: true, id: await deletePost(ctx, input.id, input.ifVersion) })),

  trash: administratorOrKey('posts')
    .meta(
      rest('POST', '/api/posts/{id}/trash', 'Move a post to the trash', {
        description:
          'It is deleted after 30 days. Until then it is found nowhere, its id stays taken, and it can be restored with everything that belongs to it.',
        errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
      }),
    )
    .input(trashInput)
    .output(trashed)
    .mutation(async ({ ctx, input }) => ({ ok: true, ...(await trashPost(ctx, input, 'post')) })),

  all: administratorOrKey('drafts')
    .meta(rest('GET', '/api/admin/posts', 'List all posts, drafts and scheduled ones included, in any order'))
    .input(allInput.prefault({}))
    .output(allPosts)
    .query(async ({ ctx, input }) => ({
      ok: true,
      ...(await listAllPosts(ctx, input)),
      page: input.page,
      pageSize: input.pageSize,
    })),

  bulk: administratorOrKey('posts')
    .meta(
      rest('POST', '/api/posts/bulk', 'Change or delete up to 200 posts at once', {
        description:
          'All of them or none. Unknown ids are ignored; publishing is immediate. A `filter` reaches all posts that match in several calls.',
        errors: ['PRECONDITION_FAILED'],
      }),
    )
    .input(bulkInput)
    .output(changedMany)
    .mutation(async ({ ctx, input }) => ({ ok: true, ...(await changeMany(ctx, input)) })),

  render: administratorOrKey('posts')
    .meta(rest('POST', '/api/posts/render', 'Render Markdown as the site does', { errors: ['CONTENT_TOO_COMPLEX'] }))
    .input(renderInput)
    .output(rendered)
    .mutation(async ({ ctx, input }) => {
      const { siteUrl } = await ctx.settings.current();
      return { ok: true, ...(await ctx.render(input.content, siteUrl || ctx.request.ownOrigin)) };
    }),
});
