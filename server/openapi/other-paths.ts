import { SECURITY_TXT } from '../security-txt.ts';
import { JSON_TYPE, type Operation, type PathItem, type Response, type Schema } from './document.ts';
import { describeFailures } from './failures.ts';
import { limitHeaders, stringHeader } from './headers.ts';

/** Paths that are not procedures. All of them accept GET and HEAD. */
export function otherPaths(): Record<string, PathItem> {
  return {
    '/api/openapi.json': reading('document', 'This document', {
      description: 'The OpenAPI document of this service, generated from its procedures.',
      responses: {
        200: {
          ...answer(JSON_TYPE, { type: 'object' }),
          headers: { ETag: { ...stringHeader('Changes with the document.'), required: true }, ...limitHeaders },
        },
        304: { description: 'The ETag in If-None-Match is current.' },
        ...describeFailures(['BAD_REQUEST', 'RATE_LIMITED']),
      },
    }),
    '/api/docs': reading('reference', 'The reference page', {
      description: 'This document as an HTML page without external resources.',
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
        304: { description: 'The ETag in If-None-Match is current.' },
        404: answer('text/html', { type: 'string' }, 'No contact is set.'),
        ...describeFailures(['BAD_REQUEST', 'RATE_LIMITED']),
      },
    }),
    '/metrics': {
      get: {
        ...reading('metrics', 'Metrics', {
          description:
            'Metrics in the Prometheus text format. Requires the token METRICS_TOKEN; 404 if none is configured.',
          responses: {
            200: answer('text/plain', { type: 'string' }),
            ...describeFailures(['BAD_REQUEST', 'UNAUTHORIZED', 'NOT_FOUND']),
          },
        }).get,
        security: [{ metrics: [] }],
        'x-access': 'operator',
      },
    },
    '/healthz': reading('healthz', 'Liveness check', {
      responses: { 200: answer(JSON_TYPE, health(true)), ...describeFailures(['HEADERS_TOO_LARGE']) },
    }),
    '/readyz': reading('readyz', 'Readiness check', {
      description: '200 while the database responds and the service is not shutting down.',
      responses: {
        200: answer(JSON_TYPE, health(true)),
        503: {
          ...answer(JSON_TYPE, health(false), 'Not ready'),
          headers: {
            'Retry-After': { description: 'Whole seconds to wait.', required: true, schema: { type: 'integer' } },
          },
        },
        ...describeFailures(['HEADERS_TOO_LARGE']),
      },
    }),
  };
}

/** Feeds, sitemap and discovery; /api/ has the former paths of feed and sitemap. */
const texts = [
  { path: '/feed.xml', type: 'application/rss+xml', summary: 'The feed as RSS 2.0' },
  { path: '/api/feed.xml', type: 'application/rss+xml', summary: 'The feed at its former path' },
  { path: '/atom.xml', type: 'application/atom+xml', summary: 'The feed as Atom' },
  { path: '/feed.json', type: 'application/feed+json', summary: 'The feed as JSON Feed 1.1' },
  { path: '/sitemap.xml', type: 'application/xml', summary: 'The sitemap, or a sitemap index if it is large' },
  { path: '/api/sitemap.xml', type: 'application/xml', summary: 'The sitemap at its former path' },
  { path: '/robots.txt', type: 'text/plain', summary: 'Rules for search engines' },
  { path: '/.well-known/ard.json', type: JSON_TYPE, summary: 'The resources that this site offers to agents' },
  { path: '/.well-known/ai-catalog.json', type: JSON_TYPE, summary: 'The same document at its other path' },
];

/** Outside /api/ errors are plain text. */
const textFailures: Record<string, Response> = {
  400: answer('text/plain', { type: 'string' }, 'The request is invalid.'),
  429: answer('text/plain', { type: 'string' }, 'Too many requests; see Retry-After.'),
};

function readText({ path, type, summary }: (typeof texts)[number]): { get: Operation } {
  const name = path.replace(/^\/(\.well-known\/)?/, '').replace(/\W+/g, '-');
  const schema = type.endsWith('json') ? { type: 'object' } : { type: 'string' };
  return reading(name, summary, {
    description: 'Always up to date; without a site address the response must not be cached.',
    responses: {
      200: { ...answer(type, schema), headers: limitHeaders },
      304: { description: 'The response that If-None-Match or If-Modified-Since describes is current.' },
      ...(path.startsWith('/api/') ? describeFailures(['BAD_REQUEST', 'RATE_LIMITED']) : textFailures),
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
