import { administratorOrKey, publicRead, rest, router } from '../core/procedures.ts';
import { listPreviewLinks, revokePreviewLink } from './links.ts';
import { linkPreview, readPreview } from './preview.ts';
import { link, linkInput, linkList, linksInput, previewed, readInput, revokedLink, revokeInput } from './schemas.ts';

export const previewRouter = router({
  link: administratorOrKey('posts')
    .meta(
      rest('POST', '/api/posts/{id}/preview-link', 'Create a preview link', {
        description: 'A change of the password ends all links.',
        status: 201,
        errors: ['NOT_FOUND'],
      }),
    )
    .input(linkInput)
    .output(link)
    .mutation(async ({ ctx, input }) => ({ ok: true, ...(await linkPreview(ctx, input)) })),

  links: administratorOrKey('posts')
    .meta(
      rest('GET', '/api/posts/{id}/preview-links', 'List the valid preview links of a post, newest first', {
        description: 'Links made by a release before 2.16.0 are not listed; they work until they expire.',
        errors: ['NOT_FOUND'],
      }),
    )
    .input(linksInput)
    .output(linkList)
    .query(async ({ ctx, input }) => ({ ok: true, links: await listPreviewLinks(ctx, input.id) })),

  revoke: administratorOrKey('posts')
    .meta(
      rest('DELETE', '/api/posts/{id}/preview-links/{linkId}', 'Revoke a preview link', {
        errors: ['NOT_FOUND'],
      }),
    )
    .input(revokeInput)
    .output(revokedLink)
    .mutation(async ({ ctx, input }) => {
      await revokePreviewLink(ctx, input.id, input.linkId);
      return { ok: true, id: input.linkId };
    }),

  read: publicRead
    .meta(
      rest('GET', '/api/preview/{token}', 'Read a post by its preview link', {
        description: 'Also drafts and scheduled posts. It is not cached, indexed or counted as a view.',
        unlisted: true,
        errors: ['PREVIEW_INVALID'],
      }),
    )
    .input(readInput)
    .output(previewed)
    .query(async ({ ctx, input }) => ({ ok: true, post: await readPreview(ctx, input.token) })),
});
