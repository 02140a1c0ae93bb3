import { administrator, publicRead, rest, router } from '../trpc.ts';
import { linkPreview, readPreview } from './preview.ts';
import { link, linkInput, previewed, readInput } from './schemas.ts';

export const previewRouter = router({
  link: administrator
    .meta(
      rest('POST', '/api/posts/{id}/preview-link', 'Make a link to read a post before it is published', {
        description: 'A change of the password ends all links.',
        status: 201,
        errors: ['NOT_FOUND'],
      }),
    )
    .input(linkInput)
    .output(link)
    .mutation(async ({ ctx, input }) => ({ ok: true, ...(await linkPreview(ctx, input)) })),

  read: publicRead
    .meta(
      rest('GET', '/api/preview/{token}', 'Read a post by its preview link', {
        unlisted: true,
        errors: ['PREVIEW_INVALID'],
      }),
    )
    .input(readInput)
    .output(previewed)
    .query(async ({ ctx, input }) => ({ ok: true, post: await readPreview(ctx, input.token) })),
});
