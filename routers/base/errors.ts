import { TRPCError } from '@trpc/server';
import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc';
import { z } from 'zod';

import { describeIssue } from './issues.ts';

interface ErrorRow {
  status: number;
  /** The code of native tRPC. */
  trpc: TRPC_ERROR_CODE_KEY;
  /** The default message for the user. */
  message: string;
}

/** All errors of the service. Every failure, over REST and tRPC, is one of these. */
export const errors = {
  BAD_REQUEST: row(400, 'BAD_REQUEST', 'The request is invalid.'),
  PARSE_ERROR: row(400, 'PARSE_ERROR', 'The body is not valid JSON.'),
  NESTING_TOO_DEEP: row(400, 'BAD_REQUEST', 'This is nested too deeply.'),
  CONTENT_TOO_COMPLEX: row(
    400,
    'BAD_REQUEST',
    'This text is too complex to render and would be shown as plain text. Shorten it or remove repetition.',
  ),
  WRONG_POST_PASSWORD: row(400, 'BAD_REQUEST', 'The password for this post is wrong.'),
  UNAUTHORIZED: row(401, 'UNAUTHORIZED', 'Sign in as the administrator first.'),
  WRONG_PASSWORD: row(401, 'UNAUTHORIZED', 'The password is wrong.'),
  SECOND_FACTOR_NEEDED: row(401, 'UNAUTHORIZED', 'Enter the code of your authenticator app, or a recovery code.'),
  WRONG_CODE: row(401, 'UNAUTHORIZED', 'The code is wrong or was used before; wait for the next one.'),
  CHALLENGE_EXPIRED: row(401, 'UNAUTHORIZED', 'This sign-in took too long or had too many tries; start it again.'),
  PASSKEY_REFUSED: row(
    401,
    'UNAUTHORIZED',
    'This passkey is not known here; sign in with another one or the password.',
  ),
  PASSWORD_CHANGE_REQUIRED: row(403, 'FORBIDDEN', 'Change the password first.'),
  SCOPE_MISSING: row(403, 'FORBIDDEN', 'This API key lacks the required scope.'),
  CURRENT_PASSWORD_WRONG: row(403, 'FORBIDDEN', 'The current password is wrong.', 'WRONG_PASSWORD'),
  CURRENT_CODE_WRONG: row(
    403,
    'FORBIDDEN',
    'The code is wrong or was used before; wait for the next one.',
    'WRONG_CODE',
  ),
  SECOND_FACTOR_REQUIRED: row(403, 'FORBIDDEN', 'Set up an authenticator app or a passkey first.'),
  REAUTHENTICATION_NEEDED: row(403, 'FORBIDDEN', 'Confirm with POST /api/admin/reauthenticate that it is you.'),
  PASSKEY_INVALID: row(403, 'FORBIDDEN', 'The passkey could not be verified; try again.', 'PASSKEY_REFUSED'),
  ORIGIN_NOT_ALLOWED: row(403, 'FORBIDDEN', 'This page is not allowed to send this request.'),
  SITE_UNKNOWN: row(403, 'FORBIDDEN', 'Pages of this site have no comments here.'),
  SETUP_KEY_INVALID: row(403, 'FORBIDDEN', 'The setup key is wrong.'),
  SETUP_KEY_MISSING: row(403, 'FORBIDDEN', 'Send the setup key as X-Setup-Key.', 'SETUP_KEY_INVALID'),
  PREVIEW_INVALID: row(403, 'FORBIDDEN', 'This preview link is no longer valid.'),
  COMMENTS_CLOSED: row(403, 'FORBIDDEN', 'Comments are closed.'),
  SUBSCRIPTIONS_CLOSED: row(403, 'FORBIDDEN', 'This blog does not send posts by e-mail.'),
  RECEIPT_INVALID: row(403, 'FORBIDDEN', 'Only the author can change this comment.'),
  EDIT_WINDOW_OVER: row(403, 'FORBIDDEN', 'Comments can be edited only within 15 minutes of posting.'),
  NOT_FOUND: row(404, 'NOT_FOUND', 'Nothing was found here.'),
  METHOD_NOT_ALLOWED: row(405, 'METHOD_NOT_SUPPORTED', 'This URL does not support this method.'),
  REQUEST_TIMEOUT: row(408, 'TIMEOUT', 'The request took too long to arrive.'),
  DUPLICATE_COMMENT: row(409, 'CONFLICT', 'This comment has already been posted.'),
  POST_EXISTS: row(409, 'CONFLICT', 'A post with this id already exists.'),
  NAME_EXISTS: row(409, 'CONFLICT', 'This name is already in use; to merge both, send "merge": true.'),
  AUTHOR_EXISTS: row(409, 'CONFLICT', 'There is already an author with this id; choose another one.'),
  TOO_MANY_AUTHORS: row(409, 'CONFLICT', 'There are already 1,000 authors; delete some first.'),
  REDIRECT_EXISTS: row(409, 'CONFLICT', 'There is already a redirect for this path; change that one.'),
  TOO_MANY_REDIRECTS: row(409, 'CONFLICT', 'There are already 10,000 redirects; delete some first.'),
  MEDIA_EXISTS: row(409, 'CONFLICT', 'The media library already has this file.'),
  FETCH_RUNNING: row(409, 'CONFLICT', 'Files are being fetched already; wait until this ends, or cancel it.'),
  TOO_MANY_KEYS: row(409, 'CONFLICT', 'There are already 50 API keys; revoke one first.'),
  TOO_MANY_WEBHOOKS: row(409, 'CONFLICT', 'There are already 20 webhooks; delete one first.'),
  SUBSCRIBER_EXISTS: row(409, 'CONFLICT', 'This address is already subscribed.'),
  SUBSCRIPTION_ENDED: row(409, 'CONFLICT', 'This person unsubscribed. Only they can subscribe again, on the site.'),
  TOTP_EXISTS: row(409, 'CONFLICT', 'There is already an authenticator app; remove it first.'),
  PASSKEY_EXISTS: row(409, 'CONFLICT', 'This passkey is already registered.'),
  TOO_MANY_PASSKEYS: row(409, 'CONFLICT', 'There are already 20 passkeys; remove one first.'),
  ALREADY_SET_UP: row(409, 'CONFLICT', 'The administrator is already set up.'),
  CURSOR_EXPIRED: row(410, 'NOT_FOUND', 'This cursor is too old; start again without one.'),
  PRECONDITION_FAILED: row(412, 'PRECONDITION_FAILED', 'This has changed in the meantime; reload it.'),
  PAYLOAD_TOO_LARGE: row(413, 'PAYLOAD_TOO_LARGE', 'The body is too large.'),
  URI_TOO_LONG: row(414, 'BAD_REQUEST', 'The URL is too long.'),
  UNSUPPORTED_MEDIA_TYPE: row(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json.'),
  UNSUPPORTED_FILE_TYPE: row(415, 'UNSUPPORTED_MEDIA_TYPE', 'Files of this kind cannot be uploaded.'),
  RATE_LIMITED: row(429, 'TOO_MANY_REQUESTS', 'Too many requests; try again later.'),
  HEADERS_TOO_LARGE: row(431, 'BAD_REQUEST', 'The headers are too large.'),
  INTERNAL_SERVER_ERROR: row(500, 'INTERNAL_SERVER_ERROR', 'Something went wrong; try again later.'),
  SERVICE_UNAVAILABLE: row(503, 'SERVICE_UNAVAILABLE', 'The service is busy; try again in a moment.'),
};

function row(status: number, trpc: TRPC_ERROR_CODE_KEY, message: string, code?: string) {
  return { status, trpc, message, code } satisfies ErrorRow & { code: string | undefined };
}

export type ErrorName = keyof typeof errors;

/** A validation error of the input. */
export interface Issue {
  path: string;
  message: string;
}

/** Details of an error. `retryAfter` is in whole seconds, at least 1. */
export interface ErrorDetails {
  issues?: Issue[];
  retryAfter?: number;
  currentVersion?: number;
  /** With which a sign-in goes on. */
  challenge?: string;
  /** For the log only. */
  cause?: unknown;
}

/** An error for the caller. Its `name` stays TRPCError, by which tRPC recognizes its errors. */
export class AppError extends TRPCError {
  readonly reason: ErrorName;
  readonly details: ErrorDetails;

  constructor(reason: ErrorName, message: string | undefined, details: ErrorDetails) {
    super({ code: errors[reason].trpc, message: message ?? errors[reason].message, cause: details.cause });
    this.reason = reason;
    this.details = details;
  }
}

/**
 * Creates the error that a procedure throws: `throw appError('NOT_FOUND', 'There is no post with this id.')`.
 *
 * @param reason a name from `errors`
 * @param message a sentence for the user; default: the message of the table
 * @param details validation errors, seconds to wait, current version
 */
export function appError(reason: ErrorName, message?: string, details: ErrorDetails = {}): AppError {
  return new AppError(reason, message, details);
}

export function isNotFound(error: unknown): boolean {
  return error instanceof AppError && error.reason === 'NOT_FOUND';
}

export function postNotFound(): AppError {
  return appError('NOT_FOUND', 'There is no post with this id.');
}

export function pageNotFound(): AppError {
  return appError('NOT_FOUND', 'There is no page with this id.');
}

export function commentNotFound(): AppError {
  return appError('NOT_FOUND', 'There is no comment with this id.');
}

export function webhookNotFound(): AppError {
  return appError('NOT_FOUND', 'There is no webhook with this id.');
}

/** A validation error of one field, in the same form as those of zod. */
export function fieldError(path: string, message: string): AppError {
  return appError('BAD_REQUEST', message, { issues: [{ path, message }] });
}

/** The body of every failure, over REST and tRPC. */
export interface Failure {
  ok: false;
  error: string;
  code: string;
  issues?: Issue[];
  currentVersion?: number;
  challenge?: string;
}

/**
 * Converts anything that a call threw to status, body and seconds to wait. Stacks and SQL never get into the body.
 */
export function toFailure(error: unknown): { status: number; body: Failure; retryAfter?: number } {
  const failure = toAppError(error);
  const { status, code } = errors[failure.reason];
  const { issues, currentVersion, challenge, retryAfter } = failure.details;
  return {
    status,
    body: {
      ok: false,
      error: failure.message,
      code: code ?? failure.reason,
      ...(issues && { issues }),
      ...(currentVersion !== undefined && { currentVersion }),
      ...(challenge !== undefined && { challenge }),
    },
    ...(retryAfter !== undefined && { retryAfter }),
  };
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (!(error instanceof TRPCError)) return appError('INTERNAL_SERVER_ERROR');
  if (error.cause instanceof z.core.$ZodError && error.code === 'BAD_REQUEST') return failureOfInput(error.cause);
  if (error.cause instanceof SyntaxError && error.code === 'BAD_REQUEST') return appError('PARSE_ERROR');
  return appError(byTrpcCode[error.code] ?? 'INTERNAL_SERVER_ERROR');
}

/** Validation errors in one response. */
const MAX_ISSUES = 20;

/** The error of an input that does not fit. */
export function failureOfInput(error: z.core.$ZodError): AppError {
  const issues = error.issues.slice(0, MAX_ISSUES).map(describeIssue);
  return appError('BAD_REQUEST', issues[0]?.message, { issues });
}

/** Errors that tRPC throws itself: unknown path, wrong method, invalid body or batch. */
const byTrpcCode: Partial<Record<TRPC_ERROR_CODE_KEY, ErrorName>> = {
  BAD_REQUEST: 'BAD_REQUEST',
  PARSE_ERROR: 'PARSE_ERROR',
  NOT_FOUND: 'NOT_FOUND',
  METHOD_NOT_SUPPORTED: 'METHOD_NOT_ALLOWED',
  PAYLOAD_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  UNSUPPORTED_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
};
