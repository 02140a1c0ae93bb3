import { TRPCClientError } from '@trpc/client';

import { describeService, type Described, type TestService } from './service.ts';

/**
 * The same as `describeService`, except that every request comes from another client IP, each in another network: a test
 * that makes many calls reaches no limit.
 */
export function describeVisited(...[title, tests, ...rest]: Described): void {
  describeService(title, (use) => tests(() => fromEverywhere(use())), ...rest);
}

describeVisited.onBothEngines = (...[title, tests, ...rest]: Described): void => {
  describeService.onBothEngines(title, (use) => tests(() => fromEverywhere(use())), ...rest);
};

/** The headers of a visitor who was never here before. */
export function freshAddress(): Record<string, string> {
  visitors += 1;
  return { 'cf-connecting-ip': `10.${(visitors >> 8) & 255}.${visitors & 255}.7` };
}

/** What both faces have in common of a refusal. */
export interface Refused {
  status: number | undefined;
  code: string | undefined;
  error: string;
  issues?: unknown;
  currentVersion?: number;
  retryAfter?: number;
}

/** Waits for a tRPC call to be refused. Fails when it succeeds. */
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

/** The statuses of answers that came in any order, the smallest first. */
export function statuses(answers: { status: number }[]): number[] {
  return answers.map(({ status }) => status).toSorted((a, b) => a - b);
}

let visitors = 0;

function fromEverywhere(service: TestService): TestService {
  return {
    ...service,
    call: (method, path, { headers, ...options } = {}) =>
      service.call(method, path, { ...options, headers: { ...freshAddress(), ...headers } }),
    admin: (method, path, body, headers) => service.admin(method, path, body, { ...freshAddress(), ...headers }),
    trpc: (token, headers) => service.trpc(token, { ...freshAddress(), ...headers }),
  };
}
