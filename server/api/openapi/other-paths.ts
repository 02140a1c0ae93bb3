import { DOWNLOADS } from '../../../routers/transfer/archive/download.ts';
import { EVENT_STREAM } from '../event-stream.ts';
import { ARCHIVE_FILE_PATH } from '../../../shared/archive.ts';
import { REPLACE_PATH, UPLOAD_PATH } from '../../media/upload-path.ts';
import { SECURITY_TXT } from '../../site/security-txt.ts';
import { WEBMENTION_PATH } from '../../http/webmention-path.ts';
import { archiveFileOperation, downloadOperation } from './archive.ts';
import { JSON_TYPE, type Operation, type Parameter, type PathItem, type Response, type Schema } from './document.ts';
import { describeFailures } from './failures.ts';
import {
  stringHeader,
  unbuffered,
  unchanged,
  validatedHeaders,
  cachedHeaders,
  cachingHeaders,
  limitHeaders,
} from './headers.ts';
import { replaceOperation, uploadOperation } from './upload.ts';
import { webmentionOperation } from './webmention.ts';

/** Paths that are not procedures. */
export function otherPaths(): Record<string, PathItem> {
  return {
    [UPLOAD_PATH]: { post: uploadOperation() },
    [REPLACE_PATH]: { post: replaceOperation() },
    [ARCHIVE_FILE_PATH]: { post: archiveFileOperation() },
    [WEBMENTION_PATH]: { post: webmentionOperation() },
    [`${DOWNLOADS}{token}`]: { get: downloadOperation() },
    '/api/openapi.json': reading('document', 'This document', {
      description: 'The OpenAPI document of this service, generated from its procedures.',
      responses: {
        200: {
          ...answer(JSON_TYPE, { type: 'object' }),
          headers: validatedHeaders,
        },
        304: unchanged,
        ...describeFailures(['BAD_REQUEST', 'RATE_LIMITED']),
      },
    }),
    [EVENT_STREAM]: eventStream,
    '/api/docs': reading('reference', 'The reference page', {
      description: 'This document as an HTML page, which loads nothing from other hosts.',
      responses: {
        200: {
          ...answer('text/html', { type: 'string' }),
          headers: validatedHeaders,
        },
        304: unchanged,
        ...describeFailures(['BAD_REQUEST', 'RATE_LIMITED']),
      },
    }),
    ...Object.fromEntries(texts.map((text) => [text.path, readText(text)])),
    [SECURITY_TXT]: reading('security-txt', 'Where to report vulnerabilities', {
      description: 'See RFC 9116. 404 while the setting `securityContact` is empty.',
      responses: {
        200: { ...answer('text/plain', { type: 'string' }), headers: validatedHeaders },
        304: unchanged,
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
            200: withoutLimit(answer('text/plain', { type: 'string' })),
            ...describeFailures(['BAD_REQUEST', 'UNAUTHORIZED', 'NOT_FOUND']),
          },
        }).get,
        security: [{ metrics: [] }],
        'x-access': 'operator',
      },
    },
    '/healthz': reading('healthz', 'Liveness check', {
      description: '200 while the process works.',
      responses: {
        200: withoutLimit(answer(JSON_TYPE, health(true))),
        503: { ...answer(JSON_TYPE, health(false), 'Stuck'), headers: { ...retryAfter, ...cachingHeaders } },
        ...describeFailures(['HEADERS_TOO_LARGE']),
      },
    }),
    '/readyz': reading('readyz', 'Readiness check', {
      description:
        '200 while the database responds, accepts writes and is that of this blog, and the service is not shutting down.',
      responses: {
        200: withoutLimit(answer(JSON_TYPE, health(true))),
        503: {
          ...answer(JSON_TYPE, notReady, 'Not ready'),
          headers: { ...retryAfter, ...cachingHeaders },
        },
        ...describeFailures(['HEADERS_TOO_LARGE']),
      },
    }),
  };
}

const exampleOfStream =
  'id: 0-42\ndata: {"id":"0-42","type":"post.deleted","timestamp":"2026-03-01T12:00:00.000Z","data":{"id":"first-light"}}\n\n';

/** The stream of events; OpenAPI has no form for the messages of a stream. */
const eventStream: PathItem = {
  get: {
    operationId: 'events.stream',
    tags: ['events'],
    summary: 'Events of posts, comments and subscribers, as they happen',
    description: [
      'Server-Sent Events without end. The `data` of each is JSON: `id`, `type`, `timestamp` and `data`. `type` is `post.published`, `post.updated`, `post.unpublished` or `post.deleted` with a post as in the list of posts, or `comment.created`, `comment.approved` or `comment.deleted` with a comment as in the list of all comments, or `subscriber.confirmed` or `subscriber.removed` with the `subscriberId` only. Of what was deleted since, `data` has only `id`. The first message of every stream is `stream.opened`; programs ignore types that they do not know.',
      'Events come at least once, in their order. A client that connects again with the id of its last message misses none for 24 hours; later it is 410.',
      'In native tRPC this is the subscription `events.stream`.',
      'Requires a session, or an API key with the scope `events`.',
    ].join('\n\n'),
    security: [{ bearer: [] }, { key: ['events'] }],
    'x-access': 'administrator',
    parameters: [
      lastId({ in: 'header', name: 'Last-Event-ID' }),
      lastId({ in: 'query', name: 'lastEventId' }),
      {
        in: 'query',
        name: 'include',
        required: false,
        description:
          '`signals`: also messages for screens that stay current, for sessions only: `post.saved`, `comments.changed`, `jobs.changed` and `stream.refresh` (read everything again). They have the id of the event before.',
        schema: { type: 'string', enum: ['signals'] },
      },
    ],
    responses: {
      200: {
        description: 'The stream',
        headers: { 'X-Accel-Buffering': unbuffered, ...cachingHeaders, ...limitHeaders },
        content: { 'text/event-stream': { schema: { type: 'string', examples: [exampleOfStream] } } },
      },
      ...describeFailures([
        'BAD_REQUEST',
        'UNAUTHORIZED',
        'PASSWORD_CHANGE_REQUIRED',
        'SCOPE_MISSING',
        'CURSOR_EXPIRED',
        'RATE_LIMITED',
        'INTERNAL_SERVER_ERROR',
        'SERVICE_UNAVAILABLE',
      ]),
    },
  },
};

function lastId(place: Pick<Parameter, 'in' | 'name'>): Parameter {
  const description = 'The id of the last message: the stream goes on after it.';
  return { ...place, required: false, description, schema: { type: 'string', examples: ['0-42'] } };
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
  { path: '/llms.txt', type: 'text/markdown', summary: 'The blog in short for language models' },
  { path: '/mcp/server-card', type: 'application/mcp-server-card+json', summary: 'The card of the MCP server' },
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
      200: { ...answer(type, schema), headers: datedHeaders },
      304: {
        description: 'The response that If-None-Match or If-Modified-Since describes is current.',
        headers: datedHeaders,
      },
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
    // While the service stops, or its database is another one, everything is.
    responses: { ...describeFailures(['SERVICE_UNAVAILABLE']), ...more.responses },
  };
  return { get };
}

const datedHeaders = { 'Last-Modified': stringHeader('When the newest of it was changed.'), ...cachedHeaders };

function answer(type: string, schema: Schema, description = 'Done'): Response {
  return { description, headers: { ...cachingHeaders, ...limitHeaders }, content: { [type]: { schema } } };
}

/** A response that counts towards no limit. */
function withoutLimit(response: Response): Response {
  return { ...response, headers: cachingHeaders };
}

const retryAfter = {
  'Retry-After': { description: 'Whole seconds to wait.', required: true, schema: { type: 'integer' as const } },
};

const notReady: Schema = {
  ...health(false),
  required: ['ok', 'reason'],
  properties: {
    ...(health(false)['properties'] as object),
    reason: {
      type: 'string',
      description: 'Why: such as STOPPING, DATABASE_AWAY, DATABASE_READ_ONLY, DATABASE_FILE or DATABASE_FOREIGN.',
    },
  },
  examples: [{ ok: false, reason: 'DATABASE_AWAY' }],
};

function health(ok: boolean): Schema {
  return {
    type: 'object',
    required: ['ok'],
    additionalProperties: false,
    properties: { ok: { type: 'boolean', const: ok, description: 'Whether the check passed.' } },
    examples: [{ ok }],
  };
}
