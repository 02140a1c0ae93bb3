import type { Operation } from './document.ts';
import { describeFailures } from './failures.ts';
import { answering, takingFile, uploadFailures } from './file-form.ts';
import { cachingHeaders, limitHeaders, stringHeader, unbuffered } from './headers.ts';

/** `POST /api/admin/archive/file`, which has no procedure. */
export const archiveFileOperation = (): Operation => ({
  operationId: 'transfer.file',
  summary: 'Add a file of an archive as it is',
  ...takingFile({
    tag: 'transfer',
    scope: 'transfer',
    description:
      'Only while the exact import of the archive has begun. The file is checked like every upload, and keeps its path and its id.',
    fields: {
      archive: { type: 'string', description: 'The SHA-256 of the manifest of the archive, in hexadecimal.' },
      record: { type: 'string', description: 'The record of the file in the archive, as JSON.' },
    },
    required: ['archive', 'record'],
  }),
  responses: {
    201: answering('Created', {
      id: { type: 'string', description: 'The id of the file, m-…', examples: ['m-0mm5lxs00a1b2c3d4e5f60718'] },
    }),
    ...describeFailures([...uploadFailures, 'MEDIA_EXISTS', 'PRECONDITION_FAILED']),
  },
});

/** `GET /api/admin/downloads/{token}`, which has no procedure. */
export const downloadOperation = (): Operation => ({
  operationId: 'transfer.downloaded',
  tags: ['transfer'],
  summary: 'Download a file that `transfer.download` links to',
  description: 'The file is made while it is sent. When something fails, the connection ends before its end.',
  security: [],
  'x-access': 'public',
  parameters: [
    {
      in: 'path',
      name: 'token',
      required: true,
      description: 'The token of the link, valid for a minute.',
      schema: { type: 'string', examples: ['archive.l3k9f0a2.s.mL2v7cJ0hQe9TnZk4xYd1sWgBfRuAp8iOoKb3NqEtVw'] },
    },
  ],
  responses: {
    200: {
      description: 'Done',
      headers: {
        'Content-Disposition': { ...stringHeader('The name of the file.'), required: true },
        'X-Accel-Buffering': unbuffered,
        ...cachingHeaders,
        ...limitHeaders,
      },
      content: {
        'application/zip': { schema: { type: 'string', format: 'binary' } },
        'application/x-ndjson': { schema: { type: 'string' } },
      },
    },
    ...describeFailures(['BAD_REQUEST', 'NOT_FOUND', 'RATE_LIMITED', 'INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE']),
  },
});
