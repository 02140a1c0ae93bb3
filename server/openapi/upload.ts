import type { ErrorName } from '../../routers/errors.ts';
import { JSON_TYPE, refTo, type Operation, type Response, type Schema } from './document.ts';
import { describeFailures } from './failures.ts';
import { stringHeader } from './headers.ts';

/** `POST /api/media/upload`, behind which there is no procedure. */
export const uploadOperation = (): Operation => ({
  operationId: 'media.upload',
  summary: 'Upload a file',
  ...takingFile(
    'JPEG, PNG, GIF, WebP, AVIF, SVG, PDF, MP3, M4A, OGG, MP4 or WebM, by its content. The same bytes are stored once: ' +
      'the second upload returns the record of the first.',
    'A name to find it by; default: that of the file.',
  ),
  responses: {
    201: {
      ...answering('Created', {}),
      headers: { Location: { ...stringHeader('The URL of the record.'), required: true } },
    },
    ...describeFailures(failures),
  },
});

/** `POST /api/media/{id}/replace`, behind which there is no procedure. */
export const replaceOperation = (): Operation => ({
  operationId: 'media.replace',
  summary: 'Replace an uploaded file by another one',
  ...takingFile(
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
      posts: {
        type: 'integer',
        minimum: 0,
        description: 'Number of posts that were changed, or whose working copies were.',
        examples: [1],
      },
    }),
    ...describeFailures([...failures, 'NOT_FOUND', 'MEDIA_EXISTS']),
  },
});

const failures: ErrorName[] = [
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'SCOPE_MISSING',
  'PASSWORD_CHANGE_REQUIRED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'UNSUPPORTED_FILE_TYPE',
  'INTERNAL_SERVER_ERROR',
  'SERVICE_UNAVAILABLE',
];

/** What operations with a file as a form have in common. */
function takingFile(description: string, name: string): Omit<Operation, 'operationId' | 'summary' | 'responses'> {
  return {
    tags: ['media'],
    description: `${description}\n\nRequires a session, or an API key with the scope \`media\`.`,
    security: [{ bearer: [] }, { key: ['media'] }],
    'x-access': 'administrator',
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            required: ['file'],
            properties: {
              file: { type: 'string', format: 'binary', description: 'The file.' },
              name: { type: 'string', maxLength: 200, description: name },
              alt: {
                type: 'string',
                maxLength: 500,
                description: 'Alternative text for people who cannot see the image.',
              },
            },
          },
        },
      },
    },
  };
}

function answering(description: string, others: Record<string, Schema>): Response {
  return {
    description,
    content: {
      [JSON_TYPE]: {
        schema: {
          type: 'object',
          required: ['ok', 'media', ...Object.keys(others)],
          properties: {
            ok: { type: 'boolean', const: true, description: 'Always true.' },
            media: refTo('Media'),
            ...others,
          },
          additionalProperties: false,
        },
      },
    },
  };
}
