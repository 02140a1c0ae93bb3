import { limits, NETWORK_FACTOR, READS_A_MINUTE } from '../../routers/limits/table.ts';
import { BODY_LIMITS, MAX_JSON_DEPTH } from '../http/body.ts';

/** What holds for every operation: a title, and paragraphs in which backquotes mark code. */
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
    title: 'Requests and answers',
    paragraphs: [
      'Bodies and answers are JSON in UTF-8; send `Content-Type: application/json` with a body, and none without. A success carries `ok: true`. Query parameters and body fields that are not named here are ignored, an empty query value counts as absent, and a number in a query is plain decimal digits. `null` and an empty string count as absent where a field allows `null`. Flags are 0 or 1 in answers and `true` or `false` in bodies, which take 0 and 1 as well.',
      `A body may have ${BODY_LIMITS.administrator / KIB / KIB} MiB from the administrator and ${BODY_LIMITS.public / KIB} KiB from anybody else, may be nested ${MAX_JSON_DEPTH} levels deep, and must not be compressed.`,
      'Paths are read in exact case; one trailing slash is accepted. `HEAD` works wherever `GET` does, and `OPTIONS` tells the methods in `Allow`.',
    ],
  },
  {
    id: 'authentication',
    title: 'Authentication',
    paragraphs: [
      'Reading and commenting need nothing. Operations of the administrator take `Authorization: Bearer <token>`; `POST /api/admin/login` gives a token, which ends after seven days, at `POST /api/admin/logout`, or when the password changes. Without a valid one they answer 401.',
      'Programs take an API key, sent in the same header. `POST /api/admin/keys` creates one with scopes; a missing scope is 403 `SCOPE_MISSING`. A key with `read` is exempt from the reading limits, except that of `GET /api/comments`; one with `drafts` also reads drafts and scheduled posts where anybody may read posts. Keys survive a change of the password.',
      'While the password must be changed first, every operation of the administrator but changing it and signing out answers 403 `PASSWORD_CHANGE_REQUIRED`. Where anybody may call, a token that is not valid counts as none.',
      'Who writes a comment gets a receipt. Sent as `X-Comment-Receipt`, it shows them their own comment while it waits for approval, and lets them change or delete it for 15 minutes.',
    ],
  },
  {
    id: 'failures',
    title: 'Failures',
    paragraphs: [
      'A failure is `{ "ok": false, "error": "…", "code": "…" }` with the right status: `error` is a sentence for the person who reads it, `code` is stable and for programs. `issues` says field by field what was wrong with the input; `currentVersion` comes with 412.',
      'When several things are wrong, the first of these answers: path, method, limit, token, password to be changed, scope, origin, form of the body, input, existence, precondition, conflict.',
      'Any address may also answer 404 (nothing there), 405 (with `Allow`), 408, 414 or 431, in the same form.',
    ],
  },
  {
    id: 'paging',
    title: 'Paging',
    paragraphs: [
      'Lists take `page` (from 1) and `pageSize` (10 unless told otherwise) and answer with `total`, `page` and `pageSize`. A page size above the greatest is cut, and the answer tells the size used. A page past the end is an empty list. Comments on a post are read from the newest backwards by the cursor `before`.',
    ],
  },
  {
    id: 'limits',
    title: 'Limits',
    paragraphs: [
      `In a minute one client address may make ${limits.search.max} searches, ${READS_A_MINUTE} reads at every other address that gives data, and ${limits.everyRead.max} of all of them together; each IPv6 address counts for itself. Reads of the administrator do not count, except \`GET /api/comments\`. Writes that anybody may make have limits of their own, told with each; a whole IPv6 /64 has ${NETWORK_FACTOR} times as many.`,
      'Counted answers carry `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` (seconds) of the limit with the least remaining. Over a limit the answer is 429 `RATE_LIMITED` with `Retry-After` in whole seconds.',
    ],
  },
  {
    id: 'versions',
    title: 'ETags and versions',
    paragraphs: [
      'Answers to `GET` carry an `ETag`; send it back as `If-None-Match` and get 304 while nothing changed. The `ETag` of a post begins with its `version`.',
      'To change only what you have seen, send that `ETag` as `If-Match`, or its version as `ifVersion`: when the post was changed in the meantime, the answer is 412 `PRECONDITION_FAILED` with `currentVersion`, and nothing is written.',
    ],
  },
  {
    id: 'origins',
    title: 'Other origins',
    paragraphs: [
      'Pages of the site address and of the origins in `CORS_ORIGINS` may read the answers, and see `ETag`, `Location`, `Retry-After` and `RateLimit-*`. Writes that anybody may make are refused from pages of other origins with 403 `ORIGIN_NOT_ALLOWED`; requests without an `Origin` header, such as those of scripts and servers, pass.',
    ],
  },
  {
    id: 'trpc',
    title: 'Native tRPC',
    paragraphs: [
      'Every operation is a procedure that tRPC clients call at `/trpc`, with superjson and up to 10 calls in a batch: `GET /api/posts?page=2` is `client.posts.list.query({ page: 2 })`. Parameters of path, query and body are the fields of one input; values, limits and failures are the same. The code of a failure is `error.data.reason` there, its status `error.data.httpStatus`.',
    ],
  },
];

/** The introduction as Markdown. */
export function introductionText(): string {
  const sections = introduction.map(({ title, paragraphs }) => [`## ${title}`, ...paragraphs].join('\n\n'));
  return ['A self-hosted blog service: posts, comments, administration and media.', ...sections].join('\n\n');
}
