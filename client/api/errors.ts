import type { Issue, ServiceErrorCode } from './generated/trpc.ts';

/**
 * Why a call failed: an error code of the service, or one of the client. NETWORK_ERROR: the service cannot be reached.
 * TIMEOUT: it did not respond in time. UNEXPECTED_ANSWER: the response is from something else. CRYPTO_UNAVAILABLE and
 * DATA_DAMAGED come from `decryptPost`. A newer service may return other codes.
 */
export type ErrorCode =
  | ServiceErrorCode
  | 'NETWORK_ERROR'
  | 'TIMEOUT'
  | 'UNEXPECTED_ANSWER'
  | 'CRYPTO_UNAVAILABLE'
  | 'DATA_DAMAGED'
  | (string & Record<never, never>);

interface Details {
  /** The HTTP status; 0 without a response. */
  status: number;
  issues?: readonly Issue[] | undefined;
  retryAfter?: number | undefined;
  currentVersion?: number | undefined;
  challenge?: string | undefined;
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
  /** With which a sign-in goes on (code SECOND_FACTOR_NEEDED). */
  readonly challenge: string | undefined;

  constructor(code: ErrorCode, message: string, details: Details) {
    const { status, issues, retryAfter, currentVersion, challenge, cause } = details;
    super(message, { cause });
    this.code = code;
    this.status = status;
    this.issues = issues ?? [];
    this.retryAfter = retryAfter;
    this.currentVersion = currentVersion;
    this.challenge = challenge;
  }
}

/** The parts of a Response that errors need, so that the declarations require no platform types. */
interface HttpResponse {
  status: number;
  headers: { get(name: string): string | null };
}

/** An error of native tRPC, or of REST. */
interface ErrorBody {
  message?: unknown;
  data?: { reason?: unknown; httpStatus?: number } & Omit<Details, 'status' | 'cause'>;
  ok?: unknown;
  error?: unknown;
  code?: unknown;
}

/**
 * The error in the body of a response; undefined if it is not an error of the service.
 *
 * @param body `{ message, data }` of native tRPC, or `{ ok: false, error, code }`, which REST sends, and native tRPC for
 *   requests that do not reach a procedure
 */
export function toBlogError(body: unknown, response?: HttpResponse): BlogError | undefined {
  const { message, data, ok, error, code, ...details } = (body ?? {}) as ErrorBody;
  if (typeof data?.reason === 'string') {
    const { reason, httpStatus = 0, ...more } = data;
    return new BlogError(reason, String(message), { ...more, status: httpStatus });
  }
  if (ok !== false || typeof error !== 'string' || typeof code !== 'string') return undefined;
  const retryAfter = response && retryAfterOf(response);
  return new BlogError(code, error, { retryAfter, ...details, status: response?.status ?? 0 });
}

/** The error without a response. */
export function unreachable(url: string, cause: unknown): BlogError {
  const message = `The service at ${url} cannot be reached; check the URL, and whether it is running.`;
  return new BlogError('NETWORK_ERROR', message, { status: 0, cause });
}

/** The error for a response that is not from the service, such as a proxy's page. */
export function foreignAnswer(response?: HttpResponse, cause?: unknown): BlogError {
  const status = response?.status ?? 0;
  const answer = response ? `status ${status}` : 'an unreadable response';
  const message = `Something other than the blog service answered, with ${answer}; check the URL.`;
  return new BlogError('UNEXPECTED_ANSWER', message, { status, retryAfter: response && retryAfterOf(response), cause });
}

function retryAfterOf({ headers }: HttpResponse): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isInteger(seconds) ? Math.max(1, seconds) : undefined;
}
