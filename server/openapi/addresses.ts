import { SECURITY_TXT } from '../security-txt.ts';
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
    ...Object.fromEntries(texts.map((text) => [text.path, readText(text)])),
    [SECURITY_TXT]: reading('security-txt', 'Where to report vulnerabilities', {
      description: 'See RFC 9116. 404 while the setting `securityContact` is empty.',
      responses: {
        200: { ...answer('text/plain', { type: 'string' }), headers: limitHeaders },
        304: { description: 'What If-None-Match names is still current.' },
        404: answer('text/html', { type: 'string' }, 'No contact is set.'),
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

/** Feeds and the like: what programs read of the site. Under /api/ the two old addresses of feed and sitemap. */
const texts = [
  { path: '/feed.xml', type: 'application/rss+xml', summary: 'The feed as RSS 2.0' },
  { path: '/api/feed.xml', type: 'application/rss+xml', summary: 'The feed at its old address' },
  { path: '/atom.xml', type: 'application/atom+xml', summary: 'The feed as Atom' },
  { path: '/feed.json', type: 'application/feed+json', summary: 'The feed as JSON Feed 1.1' },
  { path: '/sitemap.xml', type: 'application/xml', summary: 'The sitemap, an index of its parts when it is large' },
  { path: '/api/sitemap.xml', type: 'application/xml', summary: 'The sitemap at its old address' },
  { path: '/robots.txt', type: 'text/plain', summary: 'What search engines may read' },
  { path: '/.well-known/ard.json', type: JSON_TYPE, summary: 'What this site offers to agents' },
  { path: '/.well-known/ai-catalog.json', type: JSON_TYPE, summary: 'The same document at its other address' },
];

/** Outside /api/ a failure is one sentence. */
const inWords: Record<string, Response> = {
  400: answer('text/plain', { type: 'string' }, 'The request does not fit.'),
  429: answer('text/plain', { type: 'string' }, 'Too many reads; Retry-After says when to come back.'),
};

function readText({ path, type, summary }: (typeof texts)[number]): { get: Operation } {
  const name = path.replace(/^\/(\.well-known\/)?/, '').replace(/\W+/g, '-');
  const schema = type.endsWith('json') ? { type: 'object' } : { type: 'string' };
  return reading(name, summary, {
    description: 'Always as fresh as the posts; without a site address nobody may keep the answer.',
    responses: {
      200: { ...answer(type, schema), headers: limitHeaders },
      304: { description: 'What If-None-Match or If-Modified-Since names is still current.' },
      ...(path.startsWith('/api/') ? describeFailures(['BAD_REQUEST', 'RATE_LIMITED']) : inWords),
    },
  });
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
    properties: { ok: { type: 'boolean', const: ok, description: 'Whether the check passed.' } },
    examples: [{ ok }],
  };
}
