import { refTo, type Operation } from './document.ts';
import { describeFailures } from './failures.ts';
import { answering, takingFile, uploadFailures } from './file-form.ts';
import { cachingHeaders, stringHeader } from './headers.ts';

/** `POST /api/media/upload`, behind which there is no procedure. */
export const uploadOperation = (): Operation => ({
  operationId: 'media.upload',
  summary: 'Upload a file',
  ...uploading(
    'JPEG, PNG, GIF, WebP, AVIF, SVG, PDF, MP3, M4A, OGG, MP4 or WebM, by its content. The same bytes are stored once: ' +
      'the second upload returns the record of the first.',
    'A name to find it by; default: that of the file.',
  ),
  responses: {
    201: {
      ...answering('Created', { media: refTo('Media') }),
      headers: { Location: { ...stringHeader('The URL of the record.'), required: true }, ...cachingHeaders },
    },
    ...describeFailures(uploadFailures),
  },
});

/** `POST /api/media/{id}/replace`, behind which there is no procedure. */
export const replaceOperation = (): Operation => ({
  operationId: 'media.replace',
  summary: 'Replace an uploaded file by another one',
  ...uploading(
    'The record keeps its id. The new file has its own URL; posts, covers and working copies that use the old one are ' +
      'changed in one transaction, and the old URL redirects to the new one (301).',
    'A new name; absent: it stays.',
  ),
  parameters: [
    {
      in: 'path',
      name: 'id',
      required: true,
      description: 'The id of the file, m-…',
      schema: { type: 'string', examples: ['m-0mm5lxs00a1b2c3d4e5f60718'] },
    },
  ],
  responses: {
    200: answering('Replaced', {
      media: refTo('Media'),
      posts: {
        type: 'integer',
        minimum: 0,
        description: 'Number of posts that were changed, or whose working copies were.',
        examples: [1],
      },
    }),
    ...describeFailures([...uploadFailures, 'NOT_FOUND', 'MEDIA_EXISTS']),
  },
});

/** @param name what the field `name` is */
const uploading = (description: string, name: string) =>
  takingFile({
    tag: 'media',
    scope: 'media',
    description,
    fields: {
      name: { type: 'string', maxLength: 200, description: name },
      alt: { type: 'string', maxLength: 500, description: 'Alternative text for people who cannot see the image.' },
    },
  });
