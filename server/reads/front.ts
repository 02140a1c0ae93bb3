import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

import type { Reply, Services } from '../../routers/context.ts';
import { withDeadline } from '../../routers/deadline.ts';
import { admitRead } from '../../routers/limits/admit.ts';
import type { Schedule } from '../../routers/posts/schedule.ts';
import type { AccessLog } from '../http/access-log.ts';
import { writeAnswer } from '../http/answer.ts';
import { isUnchanged } from '../http/caching.ts';
import { corsHeaders, VARY } from '../http/cors.ts';
import { limitHeaders } from '../http/limit-headers.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { ownOrigin } from '../http/target.ts';
import type { ReadCache } from './cache.ts';
import { anonymousCall, recognise, showsSomething } from './caller.ts';
import { encodingFor } from './encodings.ts';
import type { Reading } from './reading.ts';
import { Ready, type Variant } from './ready.ts';

/** What answering reads takes. */
export interface FrontOptions {
  services: Services;
  cache: ReadCache;
  schedule: Schedule;
  /** Drops what is ready when the wall clock has jumped; see `watchClock`. */
  lookAtClock: () => void;
  /** Finds what a request reads; null for everything that Koa answers. */
  find: (req: IncomingMessage) => Reading | null;
  clientAddress: (req: IncomingMessage) => string;
  log: AccessLog;
  /** Told of each answer that was ready. */
  onHit: (route: string) => void;
  cdnMaxAge: number;
  isDraining: () => boolean;
}

/** One request on its way through the front. */
interface Visit {
  req: IncomingMessage;
  res: ServerResponse;
  reading: Reading;
  address: string;
  reply: Reply;
}

/**
 * Answers what everybody reads alike, before Koa: from ready bytes where they are there, else it makes them. A visitor
 * who shows a valid token or receipt goes on to Koa where the answer would be another one.
 *
 * @param koa answers everything else
 */
export function answerReads(options: FrontOptions, koa: RequestListener): RequestListener {
  const { services, cache, schedule, lookAtClock, find, clientAddress, log, onHit, cdnMaxAge, isDraining } = options;
  const { clock, counters, limitEvents, settings } = services;
  const isVerbose = services.log.isLevelEnabled('debug');

  /** The fastest path: everything is in memory, and the answer is out when this returns. */
  function answer(visit: Visit): void {
    try {
      ownOrigin(visit.req);
      const counting = count(visit);
      if (counting) void counting.then(() => answerCounted(visit)).catch((error: unknown) => refused(visit, error));
      else answerCounted(visit);
    } catch (error) {
      void refused(visit, error);
    }
  }

  function count({ reading, address, reply }: Visit): void | Promise<void> {
    return admitRead({ clock, counters, limitEvents, request: { address }, reply }, reading.limit);
  }

  function answerCounted(visit: Visit): void {
    lookAtClock();
    const ready = cache.get(visit.reading);
    if (!ready) {
      void make(visit);
      return;
    }
    onHit(visit.reading.route);
    if (isVerbose) services.log.debug({ method: visit.req.method, route: visit.reading.route }, 'ready bytes');
    void write(visit, ready);
  }

  async function make(visit: Visit): Promise<void> {
    noted(visit);
    try {
      await write(visit, await withDeadline(() => ready(visit)));
    } catch (error) {
      await fail(visit, error);
    }
  }

  function ready(visit: Visit): Promise<Ready> {
    return isKept(visit.reading) ? cache.fill(visit.reading, () => compute(visit)) : computeOnce(visit);
  }

  function isKept({ isAbsolute }: Reading): boolean {
    return !isAbsolute || settings.siteAddress() !== '';
  }

  async function compute({ req, reading, address }: Visit) {
    const validUntil = await schedule.next();
    const begun = clock.monotonic();
    const reply: Reply = {};
    const made = await reading.make(anonymousCall(services, req, address, reply));
    const lasts = reply.isProvisional ? 0 : reading.lasts;
    const freshUntil = lasts === undefined ? Infinity : begun + lasts * 1000;
    return { ready: new Ready(made, reply.isProvisional ? 0 : cdnMaxAge), freshUntil, validUntil };
  }

  async function computeOnce({ req, reading, address }: Visit): Promise<Ready> {
    const { tag: _, modified: __, ...made } = await reading.make(anonymousCall(services, req, address, {}));
    return new Ready(made, cdnMaxAge);
  }

  function write(visit: Visit, ready: Ready): void | Promise<void> {
    const variant = ready.variant(encodingFor(visit.req.headers['accept-encoding']));
    return variant instanceof Promise ? variant.then((one) => send(visit, one)) : send(visit, variant);
  }

  function send({ req, res, reply }: Visit, { body, tag, lastModified, headers, unchanged }: Variant): void {
    const isSame = tag !== undefined && isUnchanged(req.headers, tag, lastModified);
    const status = isSame ? 304 : 200;
    res.writeHead(status, [
      ...securityHeaders(settings.siteAddress()),
      'Vary',
      VARY,
      ...(isSame ? unchanged : headers),
      // What a CDN keeps belongs to nobody in particular.
      ...(cdnMaxAge > 0 ? [] : limitHeaders(reply)),
      ...corsHeaders(services, req),
      ...closing(),
    ]);
    res.end(isSame || req.method === 'HEAD' ? '' : body, 'latin1');
  }

  /** A connection that stayed open would hold up the stop. */
  function closing(): string[] {
    return isDraining() ? ['Connection', 'close'] : [];
  }

  function refused(visit: Visit, error: unknown): Promise<void> {
    noted(visit);
    return fail(visit, error);
  }

  function noted({ req, res, reading, address }: Visit): void {
    log(req.method ?? '', res, { address, route: reading.route });
  }

  async function fail({ req, res, reading, reply }: Visit, error: unknown): Promise<void> {
    const answer = await reading.fail(error);
    const headers = [
      ...securityHeaders(settings.siteAddress()),
      'Vary',
      VARY,
      ...limitHeaders(reply),
      ...corsHeaders(services, req),
      ...closing(),
    ];
    for (let at = 0; at < headers.length; at += 2) res.setHeader(headers[at]!, headers[at + 1]!);
    writeAnswer(res, answer);
  }

  /** Who shows something that is not valid is a visitor like any other. */
  async function answerKnown(visit: Visit): Promise<void> {
    try {
      const caller = await withDeadline(() => recognise(services, visit.req));
      if (visit.reading.isPersonal && (caller.isAdministrator || caller.isWriter)) koa(visit.req, visit.res);
      else if (caller.isAdministrator) answerCounted(visit);
      else answer(visit);
    } catch (error) {
      await refused(visit, error);
    }
  }

  return (req, res) => {
    const reading = isDraining() ? null : find(req);
    if (!reading) {
      koa(req, res);
      return;
    }
    const visit: Visit = { req, res, reading, address: clientAddress(req), reply: {} };
    if (showsSomething(req)) void answerKnown(visit);
    else answer(visit);
  };
}
