/** What a question carries beside its address. */
export interface Question {
  /** GET when absent. */
  method?: 'POST' | 'PUT' | 'DELETE';
  /** Sent as JSON. */
  body?: object;
  /** Receipts of the visitor's own comments. */
  receipts?: readonly string[];
  signal?: AbortSignal;
}

/** What is wrong with one field. */
export interface Issue {
  path: string;
  message: string;
}

/** The service said no. The message is its sentence; the code is UNREACHABLE when there was no answer at all. */
export class Refused extends Error {
  readonly code: string;
  readonly issues: readonly Issue[];
  /** Seconds after which another try makes sense. */
  readonly retryAfter: number | undefined;

  constructor(code: string, sentence: string, issues: readonly Issue[] = [], retryAfter?: number) {
    super(sentence);
    this.code = code;
    this.issues = issues;
    this.retryAfter = retryAfter;
  }
}

/**
 * Asks the service.
 *
 * @param path such as `/api/search?q=bread`
 * @throws Refused; AbortError when the signal said so
 */
export async function ask<T>(path: string, { method, body, receipts = [], signal }: Question = {}): Promise<T> {
  const answer = await fetch(path, {
    ...(method && { method }),
    ...(signal && { signal }),
    ...(body && { body: JSON.stringify(body) }),
    headers: {
      ...(body && { 'Content-Type': 'application/json' }),
      ...(receipts.length > 0 && { 'X-Comment-Receipt': receipts.join(',') }),
    },
  }).catch((error: unknown) => {
    throw signal?.aborted ? error : new Refused('UNREACHABLE', 'The service cannot be reached.');
  });
  const said = (await answer.json().catch(() => null)) as (T & Partial<Failure>) | null;
  if (answer.ok && said) return said;
  const { code = 'INTERNAL_SERVER_ERROR', error = '', issues } = said ?? {};
  const seconds = Number(answer.headers.get('Retry-After'));
  throw new Refused(code, error, issues, seconds > 0 ? seconds : undefined);
}

interface Failure {
  code: string;
  error: string;
  issues: Issue[];
}
