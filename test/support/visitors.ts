import { TRPCClientError } from '@trpc/client';

import { describeService, type Described, type TestService } from './service.ts';

/**
 * Like `describeService`, but every request has another client IP in another network, so that no rate limit applies.
 */
export function describeVisited(...[title, tests, ...rest]: Described): void {
  describeService(title, (use, engine) => tests(() => fromEverywhere(use()), engine), ...rest);
}

describeVisited.onBothEngines = (...[title, tests, ...rest]: Described): void => {
  describeService.onBothEngines(title, (use, engine) => tests(() => fromEverywhere(use()), engine), ...rest);
};

/** The headers of a new visitor. */
export function freshAddress(): Record<string, string> {
  visitors += 1;
  return { 'cf-connecting-ip': `10.${(visitors >> 8) & 255}.${visitors & 255}.7` };
}

/** The common fields of an error over REST and tRPC. */
export interface Refused {
  status: number | undefined;
  code: string | undefined;
  error: string;
  issues?: unknown;
  currentVersion?: number;
  retryAfter?: number;
}

/** Waits for a tRPC call to fail. Fails if it succeeds. */
export async function refusal(call: Promise<unknown>): Promise<Refused> {
  const error = await call.then(
    (value) => new Error(`The call succeeded: ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof TRPCClientError) || !error.data) throw error;
  const { httpStatus, reason, issues, currentVersion, retryAfter } = error.data as Record<string, unknown>;
  return {
    status: httpStatus,
    code: reason,
    error: error.message,
    ...(issues !== undefined && { issues }),
    ...(currentVersion !== undefined && { currentVersion }),
    ...(retryAfter !== undefined && { retryAfter }),
  } as Refused;
}

/** The statuses of unordered responses, sorted. */
export function statuses(answers: { status: number }[]): number[] {
  return answers.map(({ status }) => status).toSorted((a, b) => a - b);
}

let visitors = 0;

/** The service, called with another client IP each time. */
export function fromEverywhere(service: TestService): TestService {
  return {
    ...service,
    call: (method, path, { headers, ...options } = {}) =>
      service.call(method, path, { ...options, headers: { ...freshAddress(), ...headers } }),
    admin: (method, path, body, headers) => service.admin(method, path, body, { ...freshAddress(), ...headers }),
    trpc: (token, headers) => service.trpc(token, { ...freshAddress(), ...headers }),
  };
}
