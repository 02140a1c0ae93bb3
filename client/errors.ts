import { TRPCClientError } from '@trpc/client';

import type { ErrorName, Issue } from '../routers/errors.ts';

/**
 * Why a call failed: an error code of the service, NETWORK_ERROR when the service cannot be reached, or UNEXPECTED_ANSWER
 * when something else answered in its place. A newer service may send other codes.
 */
export type ErrorCode =
  | Exclude<ErrorName, 'CURRENT_PASSWORD_WRONG' | 'SETUP_KEY_MISSING'>
  | 'NETWORK_ERROR'
  | 'UNEXPECTED_ANSWER'
  | (string & Record<never, never>);

interface Details {
  /** The HTTP status; 0 without a response. */
  status: number;
  issues?: Issue[] | undefined;
  retryAfter?: number | undefined;
  currentVersion?: number | undefined;
  cause?: unknown;
}

/** A call that failed. The message is a sentence for the user. */
export class BlogError extends Error {
  override readonly name = 'BlogError';
  readonly code: ErrorCode;
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /** Validation errors by field; empty for other failures. */
  readonly issues: readonly Issue[];
  /** Seconds to wait before a retry (codes RATE_LIMITED and SERVICE_UNAVAILABLE). */
  readonly retryAfter: number | undefined;
  /** The post's current version (code PRECONDITION_FAILED). */
  readonly currentVersion: number | undefined;

  constructor(code: ErrorCode, message: string, { status, issues, retryAfter, currentVersion, cause }: Details) {
    super(message, { cause });
    this.code = code;
    this.status = status;
    this.issues = issues ?? [];
    this.retryAfter = retryAfter;
    this.currentVersion = currentVersion;
  }
}

/** The details of a failure in `error.data` of native tRPC. */
interface FailureData extends Omit<Details, 'status' | 'cause'> {
  reason?: string;
  httpStatus?: number;
}

/** Converts any failure of a call to a BlogError. */
export function asBlogError(error: unknown): BlogError {
  if (error instanceof BlogError) return error;
  if (!(error instanceof TRPCClientError)) return unexpected(0, error);
  if (error.cause instanceof BlogError) return error.cause;
  const { reason, httpStatus: status = 0, ...details } = (error.data ?? {}) as FailureData;
  if (reason !== undefined) return new BlogError(reason, error.message, { ...details, status, cause: error });
  return fromBody(error) ?? unexpected(statusOf(error), error);
}

/** The error for a request without a response. */
export function unreachable(url: string, cause: unknown): BlogError {
  const message = `The service at ${url} cannot be reached; check the URL, and whether it is running.`;
  return new BlogError('NETWORK_ERROR', message, { status: 0, cause });
}

/** The error for a response that is not the service's, such as a proxy's page. */
export function foreignAnswer(response: Response): BlogError {
  const { status } = response;
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return unexpected(status, undefined, Number.isInteger(seconds) ? Math.max(1, seconds) : undefined);
}

function unexpected(status: number, cause: unknown, retryAfter?: number): BlogError {
  const response = status === 0 ? 'an unreadable response' : `status ${status}`;
  const message = `Something other than the blog service answered, with ${response}; check the URL.`;
  return new BlogError('UNEXPECTED_ANSWER', message, { status, retryAfter, cause });
}

/** A request that fails before it reaches a procedure has the error body of REST. */
function fromBody(error: TRPCClientError<never>): BlogError | undefined {
  const body = error.meta?.['responseJSON'] as { ok?: unknown; error?: unknown; code?: unknown } | null | undefined;
  if (body?.ok !== false || typeof body.error !== 'string' || typeof body.code !== 'string') return undefined;
  return new BlogError(body.code, body.error, { status: statusOf(error), cause: error });
}

function statusOf(error: TRPCClientError<never>): number {
  return (error.meta?.['response'] as Response | undefined)?.status ?? 0;
}
