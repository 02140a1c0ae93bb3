import type { Reply } from '../../../routers/core/context.ts';
import { withDeadline } from '../../../routers/base/deadline.ts';
import { isUnchanged } from '../validators.ts';
import { ReadyResponse, takesReady } from '../ready-response.ts';
import type { RequestState } from '../request-state.ts';
import type { RoutedRead, Routes } from '../routes.ts';
import type { Steps } from '../steps.ts';
import { ownOrigin } from '../target.ts';
import { anonymousContext, identifyCaller } from '../request-context.ts';
import type { OpenListener } from '../../storage/instances/listener.ts';
import type { Schedule } from '../../../routers/posts/schedule.ts';
import { CachedResponse, type EncodedResponse } from './cached-response.ts';
import { encodingFor } from './encodings.ts';
import { openCache, type CacheOptions } from './open-cache.ts';
import { inBackground } from '../../../routers/base/defects.ts';

const NO_BODY = Buffer.alloc(0);

/** Options of the read cache middleware. */
export interface ReadCacheOptions extends CacheOptions {
  schedule: Schedule;
  listener: OpenListener;
  steps: Steps;
  resolve: Routes['resolve'];
  cdnMaxAge: number;
}

/**
 * The read cache middleware: answers public reads from the cache, and renders those that are missing. A caller with a
 * valid token or receipt is passed on when the response would be different.
 *
 * @param next answers everything else
 */
export function readCache(
  options: ReadCacheOptions,
  next: (state: RequestState) => void,
): (state: RequestState) => void {
  const { services, metrics, schedule, steps, resolve, cdnMaxAge } = options;
  const { clock, log, settings } = services;
  const { cache, checkClock } = openCache(options);
  const isVerbose = log.isLevelEnabled('debug');
  const memory = options.listener.instance?.memory;

  /** The fastest path: everything is in memory, and the response is out when this returns. */
  function answer(state: RequestState, read: RoutedRead): void {
    try {
      const counting = read.isFile ? undefined : steps.countRead(state, read.limit);
      if (!counting) answerCounted(state, read);
      else counting.then(() => answerLater(state, read)).catch((error: unknown) => fail(state, read, error));
    } catch (error) {
      fail(state, read, error);
    }
  }

  function answerCounted(state: RequestState, read: RoutedRead): void {
    ownOrigin(state.req);
    checkClock();
    const cached = cache.get(read);
    if (!cached) {
      inBackground(answerRendered(state, read));
      return;
    }
    metrics.hit(read.route);
    if (isVerbose) log.debug({ method: state.req.method, route: read.route }, 'from the read cache');
    const writing = write(state, cached);
    // While it is compressed for the first time.
    if (writing) writing.catch((error: unknown) => fail(state, read, error));
  }

  /** Answers after a wait, in which another instance may have written. */
  async function answerLater(state: RequestState, read: RoutedRead, how = answerCounted): Promise<void> {
    if (memory && !memory.isCurrent()) await memory.refresh();
    how(state, read);
  }

  async function answerRendered(state: RequestState, read: RoutedRead): Promise<void> {
    state.route = read.route;
    steps.log(state);
    try {
      await write(state, await withDeadline(() => rendered(state, read)));
    } catch (error) {
      await steps.answerError(state, error);
    }
  }

  async function rendered(state: RequestState, read: RoutedRead): Promise<CachedResponse> {
    const isKept = !read.containsAbsoluteUrls || (await settings.current()).siteUrl !== '';
    return isKept ? cache.fill(read, (dependsOn) => render(state, read, { dependsOn })) : renderOnce(state, read);
  }

  async function render(state: RequestState, read: RoutedRead, reply: Reply) {
    const next = await schedule.next();
    const begun = clock.monotonic();
    const response = await read.render(anonymousContext(services, state, reply));
    const validUntil = Math.min(next, reply.endsAt ?? Infinity);
    const lasts = reply.isProvisional ? 0 : read.lasts;
    const freshUntil = lasts === undefined ? Infinity : begun + lasts * 1000;
    const cdn = reply.isProvisional ? 0 : cdnMaxAge;
    return { response: new CachedResponse(response, cdn, reply), freshUntil, validUntil };
  }

  async function renderOnce(state: RequestState, read: RoutedRead): Promise<CachedResponse> {
    const reply: Reply = {};
    const { tag: _, modified: __, ...response } = await read.render(anonymousContext(services, state, reply));
    return new CachedResponse(response, cdnMaxAge, reply);
  }

  function write(state: RequestState, cached: CachedResponse): void | Promise<void> {
    if (cached.frames) state.reply.frames = cached.frames;
    if (cached.takesWebmentions) state.reply.takesWebmentions = true;
    const encoded = cached.encoded(encodingFor(state.req.headers['accept-encoding']));
    return encoded instanceof Promise ? encoded.then((one) => send(state, one)) : send(state, encoded);
  }

  function send(state: RequestState, encoded: EncodedResponse): void {
    const { req, res, reply } = state;
    // A response that a CDN stores must not contain the state of one client.
    if (cdnMaxAge > 0) reply.rateLimit = undefined;
    const { tag, lastModified } = encoded;
    const status = tag !== undefined && isUnchanged(req.headers, tag, lastModified) ? 304 : 200;
    const own = status === 304 ? encoded.unchanged : encoded.headers;
    const hasBody = status === 200 && req.method !== 'HEAD';
    const fixed = hasBody === (status === 200) && takesReady(req, res) ? steps.fixedHead(state) : null;
    if (fixed) {
      const kind = status === 304 ? 'unchanged' : 'whole';
      let ready = encoded.ready[kind];
      if (!ready?.isFor(fixed)) {
        ready = new ReadyResponse(kind, fixed, own, hasBody ? encoded.body : NO_BODY, res);
        encoded.ready[kind] = ready;
      }
      ready.send(res, reply);
      if (hasBody) encoded.body = ready.body;
      return;
    }
    res.writeHead(status, steps.headers(state).concat(own));
    res.end(hasBody ? encoded.body : undefined);
  }

  function fail(state: RequestState, { route }: RoutedRead, error: unknown): void {
    state.route = route;
    steps.log(state);
    inBackground(steps.answerError(state, error));
  }

  /** Invalid credentials count as none. */
  async function answerCaller(state: RequestState, read: RoutedRead): Promise<void> {
    try {
      const caller = await withDeadline(() => identifyCaller(services, state.req));
      const hasOwn = caller.seesHidden || caller.isWriter || (caller.isKnown && read.differsForKeys);
      if (read.isPersonal && hasOwn) next(state);
      else if (caller.isUnlimited) await answerLater(state, read);
      else await answerLater(state, read, answer);
    } catch (error) {
      fail(state, read, error);
    }
  }

  return (state) => {
    const read = resolve(state.req);
    if (!read) {
      next(state);
      return;
    }
    state.errors = read.errors;
    state.forAnyOrigin = read.forAnyOrigin;
    if (showsCredentials(state)) inBackground(answerCaller(state, read));
    else answer(state, read);
  };
}

/** Whether a request shows a token or receipts at all. */
function showsCredentials({ req: { headers } }: RequestState): boolean {
  return headers.authorization !== undefined || headers['x-comment-receipt'] !== undefined;
}
