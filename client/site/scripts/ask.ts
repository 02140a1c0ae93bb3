import { service } from './service.ts';

/** The options of a request. */
export interface Question {
  /** GET when absent. */
  method?: 'POST' | 'PUT' | 'DELETE';
  /** Sent as JSON. */
  body?: object;
  /** Receipts of the visitor's own comments. */
  receipts?: readonly string[];
  signal?: AbortSignal;
}

/** A validation error. */
export interface Issue {
  path: string;
  message: string;
}

/** A failed request. The message is that of the service; without a response, the code is that of `service.whyUnreachable`. */
export class RequestError extends Error {
  readonly code: string;
  readonly issues: readonly Issue[];
  /** Seconds until a retry. */
  readonly retryAfter: number | undefined;

  constructor(code: string, sentence: string, issues: readonly Issue[] = [], retryAfter?: number) {
    super(sentence);
    this.code = code;
    this.issues = issues;
    this.retryAfter = retryAfter;
  }
}

/**
 * Calls the service.
 *
 * @param path such as `/api/search?q=bread`
 * @throws RequestError; AbortError when aborted
 */
export async function ask<T>(path: string, { method, body, receipts = [], signal }: Question = {}): Promise<T> {
  const answer = await fetch(service.url + path, {
    ...(method && { method }),
    ...(signal && { signal }),
    ...(body && { body: JSON.stringify(body) }),
    headers: {
      ...(body && { 'Content-Type': 'application/json' }),
      ...(receipts.length > 0 && { 'X-Comment-Receipt': receipts.join(',') }),
    },
  }).catch(async (error: unknown) => {
    throw signal?.aborted ? error : new RequestError(await service.whyUnreachable(), 'The service cannot be reached.');
  });
  const json = (await answer.json().catch(() => null)) as (T & Partial<Failure>) | null;
  if (answer.ok && json) return json;
  const { code = 'INTERNAL_SERVER_ERROR', error = '', issues } = json ?? {};
  const seconds = Number(answer.headers.get('Retry-After'));
  throw new RequestError(code, error, issues, seconds > 0 ? seconds : undefined);
}

interface Failure {
  code: string;
  error: string;
  issues: Issue[];
}
