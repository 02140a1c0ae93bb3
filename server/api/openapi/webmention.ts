import { MAX_SOURCE } from '../../../routers/comments/source-key.ts';
import { JSON_TYPE, type Operation } from './document.ts';
import { describeFailures } from './failures.ts';
import { cachingHeaders, limitHeaders } from './headers.ts';

/** `POST /api/webmention`, whose body is a form, so that there is no procedure. */
export const webmentionOperation = (): Operation => ({
  operationId: 'webmention',
  tags: ['comments'],
  summary: 'Send a webmention',
  description:
    'Tells that a page of another site links to a post or page of this one; see https://www.w3.org/TR/webmention/. The page is read later, and becomes a pending comment. 404 while the setting `webmentions` is off.',
  security: [],
  'x-access': 'public',
  requestBody: {
    required: true,
    content: {
      'application/x-www-form-urlencoded': {
        schema: {
          type: 'object',
          required: ['source', 'target'],
          properties: {
            source: {
              type: 'string',
              maxLength: MAX_SOURCE,
              description: 'The URL of the page that links.',
              examples: ['https://ada.example/notes/ferries'],
            },
            target: {
              type: 'string',
              maxLength: MAX_SOURCE,
              description: 'The URL of the post or page, as the link has it.',
              examples: ['https://blog.example/posts/first-light'],
            },
          },
        },
      },
    },
  },
  responses: {
    202: {
      description: 'Accepted',
      headers: { ...cachingHeaders, ...limitHeaders },
      content: {
        [JSON_TYPE]: {
          schema: {
            type: 'object',
            required: ['ok'],
            properties: { ok: { type: 'boolean', const: true, description: 'Always true.', examples: [true] } },
          },
        },
      },
    },
    ...describeFailures([
      'BAD_REQUEST',
      'COMMENTS_CLOSED',
      'NOT_FOUND',
      'PARSE_ERROR',
      'PAYLOAD_TOO_LARGE',
      'UNSUPPORTED_MEDIA_TYPE',
      'RATE_LIMITED',
      'INTERNAL_SERVER_ERROR',
      'SERVICE_UNAVAILABLE',
    ]),
  },
});
