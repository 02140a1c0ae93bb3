import { numbersOf, type Route } from '../routes.ts';
import type { Header, Parameter } from './document.ts';

/** The state of the limit with the fewest remaining requests; absent while the counters are unavailable. */
export const limitHeaders: Record<string, Header> = {
  'RateLimit-Limit': integerHeader('Requests allowed in a minute.'),
  'RateLimit-Remaining': integerHeader('Requests remaining.'),
  'RateLimit-Reset': integerHeader('Seconds until the limit resets.'),
};

/** The headers of a successful response. Reads with a session, or a key with the scope `read`, are not counted. */
export function successHeaders({ method, type, meta }: Route): Record<string, Header> {
  const counted =
    type === 'query' ? meta.access === 'public' || meta.scope || meta.countsAdministrator : meta.limit !== undefined;
  return {
    ...(meta.location && { Location: { ...stringHeader('The path of the new resource.'), required: true } }),
    ...(method === 'GET' && {
      ETag: { ...stringHeader('Changes with the response.'), ...(!meta.hasAbsoluteUrls && { required: true }) },
    }),
    ...(counted && limitHeaders),
  };
}

/** The request headers that a procedure uses. */
export function requestHeaders({ name: procedure, method, path, meta }: Route): Parameter[] {
  const headers: [name: string, description: string][] = [];
  if (method === 'GET') headers.push(['If-None-Match', 'The ETag of an earlier response; 304 while it is current.']);
  if (numbersOf(procedure).has('ifVersion')) {
    headers.push(['If-Match', 'The ETag of the version to change; 412 if it is no longer current.']);
  }
  if (path.startsWith('/api/posts/{id}/comments')) {
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

/** A header whose value is text. */
export function stringHeader(description: string): Header {
  return { description, schema: { type: 'string' } };
}

function integerHeader(description: string): Header {
  return { description, schema: { type: 'integer', minimum: 0 } };
}
