import { concealSecrets } from './api/caller.ts';
import { createCalls } from './api/calls.ts';
import { createIterators, type Iterators } from './api/each.ts';
import { kinds, type Procedures } from './api/generated/procedures.ts';
import type { BlogClientOptions, Caller, CallOptions } from './api/options.ts';
import { createStreams } from './api/stream.ts';
import type { Streams } from './api/stream-types.ts';
import { createTransport } from './api/transport.ts';
import { createUploads } from './api/upload.ts';
import type { Uploads } from './api/uploads.ts';

export { decryptPost } from './api/decrypt-post.ts';
export { BlogError, type ErrorCode } from './api/errors.ts';
export { plainText } from '../shared/plain-text.ts';
export type { BlogClientOptions, CallOptions, MutationOptions, RetryOptions, Token } from './api/options.ts';
export type { BlogEvent, StreamOptions } from './api/stream-types.ts';
export type * from './api/types.ts';
export type { AppRouter } from './api/generated/trpc.ts';

/**
 * Every procedure of the service with its types: `await client.posts.list({ tag: 'news' })`. A call that fails throws a
 * BlogError. Token and receipts may be changed at any time.
 */
export type BlogClient = Procedures & Iterators & Streams & Uploads & Caller;

/**
 * Creates a client. Calls made in the same tick are sent as one request.
 *
 * @throws TypeError for an invalid URL
 */
export function createBlogClient(options: BlogClientOptions): BlogClient {
  const { url, token, receipts = [] } = options;
  const { location } = globalThis as { location?: { href: string } };
  if (!URL.canParse(url, location?.href)) throw new TypeError(`"${url}" is not a URL such as https://blog.example.`);
  const caller: Caller = { token, receipts };
  const transport = createTransport(options, caller);
  const call = createCalls(options, transport);
  const client: Record<string, Record<string, unknown>> = {};
  for (const [router, procedures] of Object.entries(kinds)) {
    const functions: Record<string, unknown> = {};
    for (const [name, kind] of Object.entries(procedures)) {
      functions[name] = (input: unknown, given?: CallOptions) => call(kind, `${router}.${name}`, input, given);
    }
    client[router] = functions;
  }
  const procedures = client as unknown as Procedures;
  const iterators = createIterators(procedures);
  Object.assign(procedures.posts, iterators.posts);
  Object.assign(procedures.comments, iterators.comments);
  Object.assign(procedures.media, createUploads(transport));
  return Object.assign(
    concealSecrets(caller),
    procedures as Procedures & Iterators & Uploads,
    createStreams(transport),
  );
}
