import { TRPCError } from '@trpc/server';
import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc';
import { z } from 'zod';

import { describeIssue } from './issues.ts';

interface ErrorRow {
  status: number;
  /** What native tRPC calls it. */
  trpc: TRPC_ERROR_CODE_KEY;
  /** What a visitor reads when the thrower says nothing better. */
  sentence: string;
}

/** The one table of errors: every failure of either face is a row of it. */
export const errors = {
  BAD_REQUEST: row(400, 'BAD_REQUEST', 'The request does not fit; check what was sent.'),
  PARSE_ERROR: row(400, 'PARSE_ERROR', 'The body is not valid JSON.'),
  NESTING_TOO_DEEP: row(400, 'BAD_REQUEST', 'This is nested too deep.'),
  CONTENT_TOO_COMPLEX: row(
    400,
    'BAD_REQUEST',
    'This text is too complex to render, and would be shown as plain text; make it shorter, or take out what repeats.',
  ),
  WRONG_POST_PASSWORD: row(400, 'BAD_REQUEST', 'The password does not open this post.'),
  UNAUTHORIZED: row(401, 'UNAUTHORIZED', 'Sign in as the administrator first.'),
  WRONG_PASSWORD: row(401, 'UNAUTHORIZED', 'The password is wrong.'),
  PASSWORD_CHANGE_REQUIRED: row(403, 'FORBIDDEN', 'Change the password first.'),
  CURRENT_PASSWORD_WRONG: row(403, 'FORBIDDEN', 'The current password is wrong.', 'WRONG_PASSWORD'),
  ORIGIN_NOT_ALLOWED: row(403, 'FORBIDDEN', 'This page may not write here.'),
  SETUP_KEY_INVALID: row(403, 'FORBIDDEN', 'The setup key is wrong.'),
  SETUP_KEY_MISSING: row(403, 'FORBIDDEN', 'Send the setup key as X-Setup-Key.', 'SETUP_KEY_INVALID'),
  PREVIEW_INVALID: row(403, 'FORBIDDEN', 'This preview link is not valid any more.'),
  COMMENTS_CLOSED: row(403, 'FORBIDDEN', 'Comments are closed.'),
  RECEIPT_INVALID: row(403, 'FORBIDDEN', 'Only its writer may change this comment.'),
  EDIT_WINDOW_OVER: row(403, 'FORBIDDEN', 'A comment can be changed for 15 minutes only.'),
  NOT_FOUND: row(404, 'NOT_FOUND', 'There is nothing here.'),
  METHOD_NOT_ALLOWED: row(405, 'METHOD_NOT_SUPPORTED', 'This address does not take this method.'),
  REQUEST_TIMEOUT: row(408, 'TIMEOUT', 'The request took too long to arrive.'),
  DUPLICATE_COMMENT: row(409, 'CONFLICT', 'The same comment is already here.'),
  POST_EXISTS: row(409, 'CONFLICT', 'A post with this id exists already.'),
  ALREADY_SET_UP: row(409, 'CONFLICT', 'The administrator is set up already.'),
  PRECONDITION_FAILED: row(412, 'PRECONDITION_FAILED', 'This was changed in the meantime; load it again.'),
  PAYLOAD_TOO_LARGE: row(413, 'PAYLOAD_TOO_LARGE', 'The body is too large.'),
  URI_TOO_LONG: row(414, 'BAD_REQUEST', 'The address is too long.'),
  UNSUPPORTED_MEDIA_TYPE: row(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json.'),
  RATE_LIMITED: row(429, 'TOO_MANY_REQUESTS', 'Too many requests; try again later.'),
  HEADERS_TOO_LARGE: row(431, 'BAD_REQUEST', 'The headers are too large.'),
  INTERNAL_SERVER_ERROR: row(500, 'INTERNAL_SERVER_ERROR', 'Something went wrong here; try again later.'),
  SERVICE_UNAVAILABLE: row(503, 'SERVICE_UNAVAILABLE', 'The service is busy; try again in a moment.'),
};

function row(status: number, trpc: TRPC_ERROR_CODE_KEY, sentence: string, code?: string) {
  return { status, trpc, sentence, code } satisfies ErrorRow & { code: string | undefined };
}

export type ErrorName = keyof typeof errors;

/** One thing that was wrong with the input: where, and what. */
export interface Issue {
  path: string;
  message: string;
}

/** What a refusal may carry besides its sentence. `retryAfter` is in whole seconds, at least 1. */
export interface RefusalDetails {
  issues?: Issue[];
  retryAfter?: number;
  currentVersion?: number;
  /** For the log only. */
  cause?: unknown;
}

/** A failure that the caller is told about. It keeps the name TRPCError, by which tRPC knows its own. */
export class Refusal extends TRPCError {
  readonly reason: ErrorName;
  readonly details: RefusalDetails;

  constructor(reason: ErrorName, sentence: string | undefined, details: RefusalDetails) {
    super({ code: errors[reason].trpc, message: sentence ?? errors[reason].sentence, cause: details.cause });
    this.reason = reason;
    this.details = details;
  }
}

/**
 * Makes the error that a procedure throws to refuse a call.
 *
 * @param reason the row of the table
 * @param sentence one sentence for the person who reads it; the row's own when absent
 * @param details issues, seconds to wait, current version
 */
export function refuse(reason: ErrorName, sentence?: string, details: RefusalDetails = {}): Refusal {
  return new Refusal(reason, sentence, details);
}

export function noSuchPost(): Refusal {
  return refuse('NOT_FOUND', 'There is no post with this id.');
}

export function noSuchComment(): Refusal {
  return refuse('NOT_FOUND', 'There is no comment with this id.');
}

/** Refuses one field of the input, in the shape in which zod's own findings leave. */
export function refuseField(path: string, message: string): Refusal {
  return refuse('BAD_REQUEST', message, { issues: [{ path, message }] });
}

/** The body of every failure, on both faces. */
export interface Failure {
  ok: false;
  error: string;
  code: string;
  issues?: Issue[];
  currentVersion?: number;
}

/**
 * Turns whatever a call threw into what may leave: status, body and seconds to wait. Never a stack or an SQL text.
 */
export function failureOf(error: unknown): { status: number; body: Failure; retryAfter?: number } {
  const refusal = asRefusal(error);
  const { status, code } = errors[refusal.reason];
  const { issues, currentVersion, retryAfter } = refusal.details;
  return {
    status,
    body: {
      ok: false,
      error: refusal.message,
      code: code ?? refusal.reason,
      ...(issues && { issues }),
      ...(currentVersion !== undefined && { currentVersion }),
    },
    ...(retryAfter !== undefined && { retryAfter }),
  };
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (!(error instanceof TRPCError)) return refuse('INTERNAL_SERVER_ERROR');
  if (error.cause instanceof z.core.$ZodError && error.code === 'BAD_REQUEST') return fromZod(error.cause);
  if (error.cause instanceof SyntaxError && error.code === 'BAD_REQUEST') return refuse('PARSE_ERROR');
  return refuse(byTrpcCode[error.code] ?? 'INTERNAL_SERVER_ERROR');
}

/** Of 10,000 wrong tags, so many are told. */
const MOST_ISSUES = 20;

function fromZod(error: z.core.$ZodError): Refusal {
  const issues = error.issues.slice(0, MOST_ISSUES).map(describeIssue);
  return refuse('BAD_REQUEST', issues[0]?.message, { issues });
}

/** What tRPC itself throws: unknown path, wrong method, a body or a batch that does not fit. */
const byTrpcCode: Partial<Record<TRPC_ERROR_CODE_KEY, ErrorName>> = {
  BAD_REQUEST: 'BAD_REQUEST',
  PARSE_ERROR: 'PARSE_ERROR',
  NOT_FOUND: 'NOT_FOUND',
  METHOD_NOT_SUPPORTED: 'METHOD_NOT_ALLOWED',
  PAYLOAD_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  UNSUPPORTED_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
};
