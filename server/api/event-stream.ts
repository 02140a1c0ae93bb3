import { PassThrough, Readable, pipeline } from 'node:stream';

import type { Services } from '../../routers/core/context.ts';
import type { FailureLog } from '../../routers/base/database-errors.ts';
import type { Messages } from '../../routers/events/stream.ts';
import { HEARTBEAT } from '../../routers/core/procedures.ts';
import { describeError } from '../http/errors.ts';
import type { Context } from '../http/request-state.ts';
import type { Routes } from '../http/routes.ts';
import { parseQuery } from '../http/target.ts';
import { createRequestContext, readBeforeCall } from '../http/request-context.ts';
import { callProcedure } from '../http/procedure-routes.ts';

/** The path of the stream in REST. */
export const EVENT_STREAM = '/api/events/stream';

/** Milliseconds after which EventSource connects again. */
const RECONNECT_AFTER = 2000;

/** Adds the stream of events as Server-Sent Events. Errors of the request are answered before it begins, as elsewhere. */
export function addEventStream({ add }: Routes, services: Services): void {
  add('GET', EVENT_STREAM, (ctx) => answerStream(services, ctx));
}

async function answerStream(services: Services, ctx: Context): Promise<void> {
  const context = await createRequestContext(services, ctx.state);
  const input = await readBeforeCall(context, () => readInput(ctx));
  const procedure = { name: 'events.stream', type: 'subscription' } as const;
  const messages = (await callProcedure(procedure, context, input, goneSignal(ctx))) as Messages;
  beginStream(ctx);
  if (ctx.method === 'HEAD') ctx.status = 200;
  else ctx.body = withHeartbeat(framesOf(messages, services));
}

/** The query, and the header that EventSource sends when it connects again. */
function readInput(ctx: Context): Record<string, unknown> {
  const last = ctx.get('Last-Event-ID');
  return { ...parseQuery(ctx.querystring), ...(last !== '' && { lastEventId: last }) };
}

/** Aborted when the connection closes, or if it has closed. */
export function goneSignal({ res }: Pick<Context, 'res'>): AbortSignal {
  if (res.destroyed) return AbortSignal.abort();
  const closed = new AbortController();
  res.once('close', () => closed.abort());
  return closed.signal;
}

/** Makes the response a stream, with the headers that keep caches and proxies from holding it back. */
export function beginStream(ctx: Context): void {
  ctx.state.isStream = true;
  ctx.status = 200;
  ctx.set('Cache-Control', 'no-store');
  ctx.set('X-Accel-Buffering', 'no');
  // The connection ends with the stream, so that a stopping service need not wait for it.
  ctx.set('Connection', 'close');
  ctx.set('Content-Type', 'text/event-stream; charset=utf-8');
}

async function* framesOf(messages: Messages, log: FailureLog): AsyncGenerator<string, void> {
  yield `retry: ${RECONNECT_AFTER}\n\n`;
  try {
    for await (const [id, message] of messages) yield `id: ${id}\ndata: ${JSON.stringify(message)}\n\n`;
  } catch (error) {
    // The client connects again and then receives the error. Internal errors are logged, but not that it has left.
    const { name, code } = error as NodeJS.ErrnoException;
    if (name !== 'AbortError' && code !== 'ERR_STREAM_PREMATURE_CLOSE') describeError(error, log);
  }
}

/** Adds a comment from time to time, except for a reader that does not read, so that the buffer does not grow. */
function withHeartbeat(frames: AsyncIterable<string>): PassThrough {
  const body = new PassThrough();
  const beating = setInterval(() => body.readableLength === 0 && body.write(':\n\n'), HEARTBEAT).unref();
  pipeline(Readable.from(frames), body, () => clearInterval(beating));
  return body;
}
