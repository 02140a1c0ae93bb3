import { limits, NETWORK_FACTOR, READS_A_MINUTE } from '../../../routers/base/limits.ts';
import { BODY_LIMITS, MAX_JSON_DEPTH } from '../../http/body.ts';
import { generalHeaders } from './headers.ts';

/** A section of the introduction. Backquotes in paragraphs mark code. */
export interface Section {
  id: string;
  title: string;
  paragraphs: readonly string[];
}

const KIB = 1024;

/** The introduction of the document and of the reference page. */
export const introduction: readonly Section[] = [
  {
    id: 'requests',
    title: 'Requests and responses',
    paragraphs: [
      'Request and response bodies are JSON in UTF-8; send `Content-Type: application/json` with a body. Successful responses have `ok: true`. Query parameters and body fields that are not named here are ignored, an empty query value counts as absent, and a number in a query is plain decimal digits. `null` and an empty string count as absent where a field allows `null`. Flags are 0 or 1 in responses, and `true` or `false` in request bodies, which also accept 0 and 1.',
      `Bodies are limited to ${BODY_LIMITS.administrator / KIB / KIB} MiB for the administrator, ${BODY_LIMITS.public / KIB} KiB for others, and ${MAX_JSON_DEPTH} levels of nesting. They must not be compressed.`,
      'Paths are case-sensitive; one trailing slash is accepted. `HEAD` works wherever `GET` does, and `OPTIONS` returns the methods in `Allow`.',
    ],
  },
  {
    id: 'authentication',
    title: 'Authentication',
    paragraphs: [
      'Reading and commenting need no authentication. Operations of the administrator require `Authorization: Bearer <token>`. `POST /api/admin/login` returns a token, which is valid for seven days, until `POST /api/admin/logout`, or until the password changes. Without a valid token the response is 401.',
      'Programs send an API key in the same header. `POST /api/admin/keys` creates one with scopes; a missing scope is 403 `SCOPE_MISSING`. A key with `read` is exempt from the read limits, except that of `GET /api/comments`; a key with `drafts` can also read drafts and scheduled posts in public operations. Keys remain valid when the password changes.',
      'While the password must be changed, all operations of the administrator except changing it and signing out fail with 403 `PASSWORD_CHANGE_REQUIRED`. Public operations ignore an invalid token.',
      'Submitting a comment returns a receipt. Sent as `X-Comment-Receipt`, it gives access to the comment while it is pending, and allows its author to edit or delete it for 15 minutes.',
    ],
  },
  {
    id: 'failures',
    title: 'Failures',
    paragraphs: [
      'A failure is `{ "ok": false, "error": "…", "code": "…" }` with a matching status: `error` is a sentence for users, `code` a stable value for programs. `issues` lists invalid fields; `currentVersion` is present with 412.',
      'If several checks fail, the first in this order is reported: path, method, limit, token, required password change, scope, origin, format of the body, input, existence, precondition, conflict.',
      'Any path may also return 404, 405 (with `Allow`), 408, 414 or 431 in the same format.',
    ],
  },
  {
    id: 'paging',
    title: 'Paging',
    paragraphs: [
      'Lists accept `page` (from 1) and `pageSize` (default 10), and return `total`, `page` and `pageSize`. A page size above the maximum is reduced to it. A page past the end is an empty list. Comments on a post are paged from the newest backwards by the cursor `before`.',
    ],
  },
  {
    id: 'limits',
    title: 'Limits',
    paragraphs: [
      `A client IP may make ${limits.search.max} searches, ${READS_A_MINUTE} reads of every other endpoint, and ${limits.everyRead.max} reads in total per minute; each IPv6 address counts separately. Reads of the administrator are not limited, except \`GET /api/comments\`. The limits of public writes are documented with each operation; an IPv6 /64 has ${NETWORK_FACTOR} times the limit of an address.`,
      'Counted responses have `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` (seconds) of the limit with the fewest remaining requests. Over a limit the response is 429 `RATE_LIMITED` with `Retry-After` in whole seconds.',
    ],
  },
  {
    id: 'versions',
    title: 'ETags and versions',
    paragraphs: [
      'Responses to `GET` have an `ETag`; sent as `If-None-Match`, it returns 304 while nothing has changed. The `ETag` of a post or page begins with its `version`.',
      'To avoid lost updates, send that `ETag` as `If-Match`, or its version as `ifVersion`. If it has been changed in the meantime, the response is 412 `PRECONDITION_FAILED` with `currentVersion`, and nothing is written.',
    ],
  },
  {
    id: 'origins',
    title: 'Other origins',
    paragraphs: [
      'Pages of the site address and of the origins in `CORS_ORIGINS` may read responses, including the headers `ETag`, `Location`, `Retry-After` and `RateLimit-*`. Public writes from pages of other origins fail with 403 `ORIGIN_NOT_ALLOWED`; requests without an `Origin` header, such as those of scripts and servers, are allowed.',
    ],
  },
  {
    id: 'headers',
    title: 'Headers of every response',
    paragraphs: [
      `All responses have headers that protect browsers: ${listNames(generalHeaders.security)}, the last one if the site address is https.`,
      `${listNames(generalHeaders.http)} are those of HTTP. What search engines should not list has ${listNames(generalHeaders.robots)}. Responses that pages of another origin may read have ${listNames(generalHeaders.cors)}.`,
      `Responses to \`OPTIONS\` also have ${listNames(generalHeaders.preflight)}; 405 has \`Allow\`. All other headers are documented with the responses that have them.`,
    ],
  },
  {
    id: 'trpc',
    title: 'Native tRPC',
    paragraphs: [
      'Every operation is a procedure that tRPC clients can call at `/trpc`, with superjson and up to 10 calls in a batch: `GET /api/posts?page=2` is `client.posts.list.query({ page: 2 })`. Parameters of path, query and body are the fields of one input; values, limits and failures are the same. The code of a failure is `error.data.reason` there, its status `error.data.httpStatus`.',
    ],
  },
];

function listNames(headers: readonly string[]): string {
  return headers.map((name) => `\`${name}\``).join(', ');
}

/** The introduction as Markdown. */
export function introductionText(): string {
  const sections = introduction.map(({ title, paragraphs }) => [`## ${title}`, ...paragraphs].join('\n\n'));
  return ['A self-hosted blog service: posts, comments, administration and media.', ...sections].join('\n\n');
}
