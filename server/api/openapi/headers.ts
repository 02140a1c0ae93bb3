import { numberFields, type Route } from '../../http/procedure-routes.ts';
import type { Header, Parameter, Response } from './document.ts';

/** Headers that many responses have; `components.headers` of the document. */
export const sharedHeaders = {
  'RateLimit-Limit': integerHeader('Requests allowed in a minute; absent if the request is not counted.'),
  'RateLimit-Remaining': integerHeader('Requests remaining.'),
  'RateLimit-Reset': integerHeader('Seconds until the limit resets.'),
  'Cache-Control': stringHeader('Which caches may store the response, and for how long; `no-store`: none.'),
  Vary: stringHeader('The request headers that the response may depend on.'),
  ETag: stringHeader('Changes with the response.'),
} satisfies Record<string, Header>;

/** The state of the limit with the fewest remaining requests; absent while the counters are unavailable. */
export const limitHeaders = sharedReferences('RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset');

/** The headers of responses that caches may store, or that say that none may. */
export const cachingHeaders = sharedReferences('Cache-Control', 'Vary');

/** The headers of a response that is validated by its ETag. Without a site address, one with absolute URLs has none. */
export const validatedHeaders = { ...sharedReferences('ETag'), ...cachingHeaders, ...limitHeaders };

/** The same of a response that has an ETag only if it does not depend on the host of the request. */
export const cachedHeaders = { ...validatedHeaders, ...sharedReferences('ETag') };

/** 304, for requests with the ETag of an earlier response. */
export const unchanged: Response = {
  description: 'The ETag in If-None-Match is current.',
  headers: { ...validatedHeaders, ETag: requireHeader('ETag') },
};

/** Headers that the introduction of the document describes, because any response may have them. */
export const generalHeaders = {
  security: [
    'Content-Security-Policy',
    'Cross-Origin-Opener-Policy',
    'Cross-Origin-Resource-Policy',
    'Origin-Agent-Cluster',
    'Permissions-Policy',
    'Referrer-Policy',
    'X-Content-Type-Options',
    'X-DNS-Prefetch-Control',
    'X-Download-Options',
    'X-Frame-Options',
    'X-Permitted-Cross-Domain-Policies',
    'X-XSS-Protection',
    'Strict-Transport-Security',
  ],
  http: ['Content-Type', 'Content-Length', 'Content-Encoding', 'Transfer-Encoding', 'Date', 'Connection', 'Keep-Alive'],
  robots: ['X-Robots-Tag'],
  cors: ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers'],
  preflight: ['Allow', 'Access-Control-Allow-Methods', 'Access-Control-Allow-Headers', 'Access-Control-Max-Age'],
} as const;

/** The headers of a successful response. Reads with a session, or a key with the scope `read`, are not counted. */
export function successHeaders({ method, type, meta }: Route, status: number): Headers {
  const counted =
    type === 'query' || meta.isRead
      ? meta.access === 'public' || meta.scope || meta.countsAdministrator
      : meta.limit !== undefined;
  return {
    ...(meta.location &&
      status !== 200 && { Location: { ...stringHeader('The path of the new resource.'), required: true } }),
    ...(method === 'GET' && (meta.hasAbsoluteUrls ? sharedReferences('ETag') : { ETag: requireHeader('ETag') })),
    ...cachingHeaders,
    ...(counted && limitHeaders),
  };
}

type Headers = NonNullable<Response['headers']>;

function sharedReferences(...names: (keyof typeof sharedHeaders)[]): Headers {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function requireHeader(name: keyof typeof sharedHeaders): Header {
  return { ...sharedHeaders[name], required: true };
}

/** The request headers that a procedure uses. */
export function requestHeaders({ name: procedure, method, path, meta }: Route): Parameter[] {
  const headers: [name: string, description: string][] = [];
  if (method === 'GET') headers.push(['If-None-Match', 'The ETag of an earlier response; 304 while it is current.']);
  if (numberFields(procedure).has('ifVersion')) {
    headers.push(['If-Match', 'The ETag of the version to change; 412 if it is no longer current.']);
  }
  if (path.startsWith('/api/posts/{id}/comments') || path === '/api/threads/comments') {
    const says = "Receipts of the visitor's own comments, at most 20, comma separated.";
    headers.push(['X-Comment-Receipt', says]);
  }
  if (meta.errors?.includes('SETUP_KEY_INVALID')) {
    headers.push(['X-Setup-Key', 'The setup key, when one is configured.']);
  }
  // Without examples: viewers would send them with every request.
  return headers.map(([name, description]) => ({
    in: 'header',
    name,
    description,
    schema: { type: 'string' },
  }));
}

/** `X-Accel-Buffering` of streams. */
export const unbuffered: Header = stringHeader('`no`: proxies pass on at once what they get.');

/** A header whose value is text. */
export function stringHeader(description: string): Header {
  return { description, schema: { type: 'string' } };
}

function integerHeader(description: string): Header {
  return { description, schema: { type: 'integer', minimum: 0 } };
}
