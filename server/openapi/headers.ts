import type { Route } from '../routes.ts';
import type { Header, Parameter } from './document.ts';

/** Where the limit with the least remaining stands; absent while the store of the counters is away. */
export const limitHeaders: Record<string, Header> = {
  'RateLimit-Limit': integerHeader('How many are taken a minute.'),
  'RateLimit-Remaining': integerHeader('How many are left.'),
  'RateLimit-Reset': integerHeader('Seconds until it starts anew.'),
};

/** The headers of a success; reads of sessions, and of keys with the scope `read`, are not counted. */
export function successHeaders({ method, type, meta }: Route): Record<string, Header> {
  const counted =
    type === 'query' ? meta.access === 'public' || meta.scope || meta.countsAdministrator : meta.limit !== undefined;
  return {
    ...(meta.location && { Location: { ...stringHeader('Where the new thing is.'), required: true } }),
    ...(method === 'GET' && { ETag: { ...stringHeader('Changes with the answer.'), required: true } }),
    ...(counted && limitHeaders),
  };
}

/** Request headers, by what a procedure does with them. */
export function requestHeaders({ method, path, meta }: Route): Parameter[] {
  const wanted: [name: string, description: string, example: string][] = [];
  if (method === 'GET') wanted.push(['If-None-Match', 'The ETag of an earlier answer; 304 while it is current.', ETAG]);
  if (meta.errors?.includes('PRECONDITION_FAILED')) {
    wanted.push(['If-Match', 'The ETag of what is to be changed; 412 when its version is no longer current.', ETAG]);
  }
  if (path.startsWith('/api/posts/{id}/comments')) {
    const says = "Receipts of the visitor's own comments, at most 20, comma separated.";
    wanted.push(['X-Comment-Receipt', says, 'k3V9xQ4uT0mWc7ZbP1sYaA']);
  }
  if (meta.errors?.includes('SETUP_KEY_INVALID')) {
    wanted.push(['X-Setup-Key', 'The setup key, when one is configured.', 'setup-key-of-the-server']);
  }
  return wanted.map(([name, description, example]) => ({
    in: 'header',
    name,
    description,
    schema: { type: 'string' },
    example,
  }));
}

const ETAG = '"12.x0Qn5b1kYw8Rr2mT4uVz3A"';

/** A header whose value is text. */
export function stringHeader(description: string): Header {
  return { description, schema: { type: 'string' } };
}

function integerHeader(description: string): Header {
  return { description, schema: { type: 'integer', minimum: 0 } };
}
