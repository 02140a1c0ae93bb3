import { JSON_TYPE, type Operation, type PathItem, type Response, type Schema } from './document.ts';
import { describeFailures } from './failures.ts';
import { limitHeaders, stringHeader } from './headers.ts';

/** Addresses that are no procedures. A new one is a line here; all of them take GET and HEAD. */
export function otherAddresses(): Record<string, PathItem> {
  return {
    '/api/openapi.json': reading('document', 'This document', {
      description: 'The OpenAPI document of this service, generated from its procedures.',
      responses: {
        200: {
          ...answer(JSON_TYPE, { type: 'object' }),
          headers: { ETag: { ...stringHeader('Changes with the document.'), required: true }, ...limitHeaders },
        },
        304: { description: 'What If-None-Match names is still current.' },
        ...describeFailures(['BAD_REQUEST', 'RATE_LIMITED']),
      },
    }),
    '/api/docs': reading('reference', 'The reference page', {
      description: 'This document as a page to read; it loads nothing from elsewhere.',
      responses: {
        200: { ...answer('text/html', { type: 'string' }), headers: limitHeaders },
        ...describeFailures(['BAD_REQUEST', 'RATE_LIMITED']),
      },
    }),
    '/metrics': {
      get: {
        ...reading('metrics', 'Measurements', {
          description:
            'The text form of Prometheus. Takes the token METRICS_TOKEN; while none is configured, nothing is here.',
          responses: {
            200: answer('text/plain', { type: 'string' }),
            ...describeFailures(['BAD_REQUEST', 'UNAUTHORIZED', 'NOT_FOUND']),
          },
        }).get,
        security: [{ metrics: [] }],
        'x-access': 'operator',
      },
    },
    '/healthz': reading('healthz', 'Is the process up?', {
      responses: { 200: answer(JSON_TYPE, health(true)), ...describeFailures(['HEADERS_TOO_LARGE']) },
    }),
    '/readyz': reading('readyz', 'Can it take requests?', {
      description: 'Yes while the database answers and the service is not about to stop.',
      responses: {
        200: answer(JSON_TYPE, health(true)),
        503: {
          ...answer(JSON_TYPE, health(false), 'Not now'),
          headers: {
            'Retry-After': { description: 'Whole seconds to wait.', required: true, schema: { type: 'integer' } },
          },
        },
        ...describeFailures(['HEADERS_TOO_LARGE']),
      },
    }),
  };
}

function reading(
  name: string,
  summary: string,
  more: Pick<Operation, 'description' | 'responses'>,
): { get: Operation } {
  const get: Operation = {
    operationId: `service.${name}`,
    tags: ['service'],
    summary,
    security: [],
    'x-access': 'public',
    ...more,
  };
  return { get };
}

function answer(type: string, schema: Schema, description = 'Done'): Response {
  return { description, content: { [type]: { schema } } };
}

function health(ok: boolean): Schema {
  return {
    type: 'object',
    required: ['ok'],
    additionalProperties: false,
    properties: { ok: { type: 'boolean', const: ok } },
    examples: [{ ok }],
  };
}
