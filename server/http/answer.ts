import type { ServerResponse } from 'node:http';
import type { Context } from 'koa';

import { failureOf } from '../../routers/errors.ts';

/** A whole answer, before anybody writes it. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The one error shape. */
export function failureAnswer(error: unknown): Answer {
  const { status, body, retryAfter } = failureOf(error);
  return {
    status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
      ...(body.code === 'UNAUTHORIZED' && { 'WWW-Authenticate': 'Bearer' }),
      // What is left of a body that was too large is not worth reading.
      ...(status === 413 && { Connection: 'close' }),
    },
    body: JSON.stringify(body),
  };
}

/** A failure with its sentence as plain text, for addresses outside of /api/ that programs read. */
export function wordsAnswer(error: unknown): Answer {
  const { body, headers, status } = failureAnswer(error);
  const { error: sentence } = JSON.parse(body) as { error: string };
  return { status, headers: { ...headers, 'Content-Type': 'text/plain; charset=utf-8' }, body: `${sentence}\n` };
}

/** Answers with Koa. */
export function setAnswer(ctx: Context, { status, headers, body }: Answer): void {
  ctx.status = status;
  ctx.set(headers);
  ctx.body = body;
}

/** Answers with node:http alone. */
export function writeAnswer(res: ServerResponse, { status, headers, body }: Answer): void {
  res.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) });
  res.end(body);
}
