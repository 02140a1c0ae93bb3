import { administrator, administratorOrKey, rest, router } from '../core/procedures.ts';
import { addMedia, deleteMedia, getMedia, listMedia, updateMedia } from './media.ts';
import { editMedia, makesFile } from './edit.ts';
import { cancelFetch, readFetch, startFetch } from './fetches.ts';
import { fetchIdInput, fetchInput, fetchStarted, fetchState } from './fetch-schemas.ts';
import {
  addInput,
  editInput,
  idInput,
  listInput,
  mediaList,
  oneMedia,
  removed,
  updateInput,
  useList,
  type MediaShape,
} from './schemas.ts';
import { listUses } from './uses.ts';

export const mediaRouter = router({
  list: administratorOrKey('media')
    .meta(rest('GET', '/api/media', 'List the media library, the newest first'))
    .input(listInput.prefault({}))
    .output(mediaList)
    .query(async ({ ctx, input }) => ({
      ok: true,
      ...(await listMedia(ctx, input)),
      page: input.page,
      pageSize: input.pageSize,
    })),

  add: administratorOrKey('media')
    .meta(
      rest('POST', '/api/media', 'Add a link to the media library', {
        status: 201,
        location: ({ media }: { media: MediaShape }) => `/api/media/${media.id}`,
      }),
    )
    .input(addInput)
    .output(oneMedia)
    .mutation(async ({ ctx, input }) => ({ ok: true, media: await addMedia(ctx, input) })),

  get: administratorOrKey('media')
    .meta(rest('GET', '/api/media/{id}', 'Get a file or link', { errors: ['NOT_FOUND'] }))
    .input(idInput)
    .output(oneMedia)
    .query(async ({ ctx, input }) => ({ ok: true, media: await getMedia(ctx, input.id) })),

  update: administratorOrKey('media')
    .meta(
      rest('PUT', '/api/media/{id}', 'Change name and alternative text of a file or link; the URL stays', {
        errors: ['NOT_FOUND'],
      }),
    )
    .input(updateInput)
    .output(oneMedia)
    .mutation(async ({ ctx, input }) => ({ ok: true, media: await updateMedia(ctx, input) })),

  edit: administratorOrKey('media')
    .meta(
      rest('POST', '/api/media/{id}/edit', 'Crop or turn an image into a new file, or choose its focal point', {
        description:
          'JPEG, PNG, WebP and AVIF. The new file has name and alternative text of the original, which stays as it is, as ' +
          'do posts. With `focus` alone, the record itself changes. It waits as uploads do.',
        status: 201,
        isCreation: makesFile,
        location: ({ media }: { media: MediaShape }) => `/api/media/${media.id}`,
        takesLong: true,
        errors: ['NOT_FOUND', 'UNSUPPORTED_FILE_TYPE', 'PAYLOAD_TOO_LARGE'],
      }),
    )
    .input(editInput)
    .output(oneMedia)
    .mutation(async ({ ctx, input }) => ({ ok: true, media: await editMedia(ctx, input) })),

  uses: administratorOrKey('media')
    .meta(
      rest('GET', '/api/media/{id}/uses', 'List the posts that use a file or link', {
        description:
          'Exactly, by the URLs of links, images and HTML: smaller versions and absolute URLs of an uploaded file count, ' +
          'text in code does not. The texts of protected posts are encrypted; of these, only covers are listed.',
        errors: ['NOT_FOUND'],
      }),
    )
    .input(idInput)
    .output(useList)
    .query(async ({ ctx, input }) => ({ ok: true, ...(await listUses(ctx, input.id)) })),

  delete: administratorOrKey('media')
    .meta(
      rest('DELETE', '/api/media/{id}', 'Delete a file, with its smaller versions, or a link', {
        errors: ['NOT_FOUND'],
      }),
    )
    .input(idInput)
    .output(removed)
    .mutation(async ({ ctx, input }) => {
      await deleteMedia(ctx, input.id);
      return { ok: true, id: input.id };
    }),

  fetch: administrator
    .meta(
      rest('POST', '/api/media/fetch', 'Fetch files of other hosts into the library, in the background', {
        description:
          'For imports. Private, link-local and metadata addresses are never reached. A file may have 20 MiB and take ' +
          '30 seconds, with at most 5 redirects. The result is kept for 7 days.',
        status: 202,
        location: ({ id }: { id: string }) => `/api/media/fetch/${id}`,
        errors: ['FETCH_RUNNING'],
      }),
    )
    .input(fetchInput)
    .output(fetchStarted)
    .mutation(async ({ ctx, input }) => ({ ok: true, id: await startFetch(ctx, input.urls) })),

  fetchState: administrator
    .meta(rest('GET', '/api/media/fetch/{id}', 'Get the state and the results of a fetch', { errors: ['NOT_FOUND'] }))
    .input(fetchIdInput)
    .output(fetchState)
    .query(async ({ ctx, input }) => ({ ok: true, ...(await readFetch(ctx, input.id)) })),

  cancelFetch: administrator
    .meta(
      rest('DELETE', '/api/media/fetch/{id}', 'Cancel a fetch; files that were fetched stay in the library', {
        errors: ['NOT_FOUND'],
      }),
    )
    .input(fetchIdInput)
    .output(fetchStarted)
    .mutation(async ({ ctx, input }) => {
      await cancelFetch(ctx, input.id);
      return { ok: true, id: input.id };
    }),
});
