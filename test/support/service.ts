import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createTRPCClient, httpBatchLink, type TRPCClient } from '@trpc/client';
import { pino } from 'pino';
import superjson from 'superjson';

import { createAdministrator } from '../../routers/admin/account.ts';
import { openSession } from '../../routers/admin/sessions.ts';
import type { Clock } from '../../routers/base/clock.ts';
import type { AppRouter } from '../../routers/index.ts';
import { readConfig } from '../../server/config/config.ts';
import type { ConnectionTimes } from '../../server/http/connections.ts';
import { startService, type Service } from '../../server/service/service.ts';
import { databaseKinds, type DatabaseKind } from './databases.ts';
import { checkAnswer } from './openapi.ts';
import { runFolder } from './run.ts';

/** The administrator's password in tests. */
export const PASSWORD = 'correct horse battery';
/** PBKDF2 rounds in tests. */
export const ROUNDS = 1000;

/** A clock that stands still until the test moves it. */
export interface TestClock extends Clock {
  /** Advances by a number of milliseconds. */
  advance(milliseconds: number): void;
  /** Sets only the wall clock forward or, with a negative number of milliseconds, back. */
  jump(milliseconds: number): void;
}

/** A real service over HTTP on a free port, with a database of its own. */
export interface TestService extends Service {
  clock: TestClock;
  /** Every line of the structured log. */
  logged: Record<string, unknown>[];
  /** The statements sent to the database since the test last emptied the list. */
  statements: string[];
  /** The same with the bound values. */
  queries: Query[];
  /** The administrator's token. */
  token: string;
  /** Opens a new session of the administrator without the password, for tests that let the old one expire. */
  signIn: () => Promise<void>;
  /** A REST call; `body` is sent as JSON. Returns status, headers and the parsed response. */
  call: (method: string, path: string, options?: CallOptions) => Promise<Answer>;
  /** A REST call with the administrator's token. */
  admin: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
  /** A native tRPC client; without a token if null. */
  trpc: (token?: string | null, headers?: Record<string, string>) => TRPCClient<AppRouter>;
}

/** A statement as sent to the driver. */
export interface Query {
  sql: string;
  parameters: readonly unknown[];
}

export interface CallOptions {
  body?: unknown;
  /** A raw body in place of `body`. */
  raw?: string | Uint8Array;
  token?: string;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: Headers;
  /** The parsed JSON, else the text. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  body: any;
}

export interface TestServiceOptions {
  /** Whether the administrator exists and the service has a token; default: true. */
  administrator?: boolean;
  /** Whether passwords use the PBKDF2 rounds of production instead of `ROUNDS`; default: false. */
  realPasswordRounds?: boolean;
  /** Different timeouts of connections. */
  times?: Partial<ConnectionTimes>;
  /** The size of the read cache in bytes. */
  cacheBytes?: number;
  /** The time at the start; default: noon of 1 March 2026. */
  now?: number;
}

/**
 * Starts a service for the tests of one file and stops it after them.
 *
 * @param env further environment variables, such as SETUP_KEY
 */
export async function startTestService(
  kind: DatabaseKind,
  env: Record<string, string> = {},
  { administrator = true, realPasswordRounds = false, times, cacheBytes, now }: TestServiceOptions = {},
): Promise<TestService> {
  const template = administrator && !realPasswordRounds ? 'administrator' : 'migrated';
  const clock = testClock(now);
  const logged: Record<string, unknown>[] = [];
  const statements: string[] = [];
  const queries: Query[] = [];
  const service = await startService({
    config: readConfig({
      PORT: '0',
      DATABASE_URL: env['DATABASE_URL'] ?? (await kind.freshUrl(template)),
      // Made with the first upload.
      MEDIA_URL: `file:${join(runFolder(), 'media', randomUUID())}`,
      ...env,
    }),
    log: pino({ level: 'info' }, { write: (line) => logged.push(JSON.parse(line) as Record<string, unknown>) }),
    clock,
    ...(!realPasswordRounds && { passwordRounds: ROUNDS }),
    ...(times && { times }),
    ...(cacheBytes !== undefined && { cacheBytes }),
    onQuery(sql, parameters) {
      statements.push(sql);
      queries.push({ sql, parameters });
    },
  });
  // After a process on the same file was killed, the file is checked first.
  await service.checked;
  const call = callerOf(service.url);
  const test: TestService = {
    ...service,
    clock,
    logged,
    statements,
    queries,
    token: '',
    call,
    admin: (method, path, body, headers = {}) => call(method, path, { token: test.token, body, headers }),
    trpc: (token = test.token, headers = {}) => trpcClient(service.url, token, headers),
    async signIn() {
      test.token = await openSession(service.services.em.fork(), clock);
    },
  };
  if (administrator) {
    // Already there unless the test brings a database of its own.
    await createAdministrator(service.services, PASSWORD);
    await test.signIn();
  }
  return test;
}

/**
 * Runs tests against a service on SQLite: `describeService('posts', (use) => { it(…, () => use().call(…)) })`.
 *
 * `describeService.onBothEngines` runs them on PostgreSQL as well, for rules that an engine can break: transactions,
 * races, uniqueness, cascades, search, order and paging, counters, migrations, deadlines, SQL of its own. HTTP,
 * authorization, rendering, pages and wire formats are the same on both.
 */
export function describeService(...[title, ...rest]: Described): void {
  describe(title, () => runOn(databaseKinds[0]!, ...rest));
}

describeService.onBothEngines = (...[title, ...rest]: Described): void => {
  for (const kind of databaseKinds) describe(`${title} (${kind.name})`, () => runOn(kind, ...rest));
};

/** Within `onBothEngines`, an `it` for rules that no engine can break: it runs them on SQLite alone. */
export function itOnSqlite(engine: DatabaseKind['name']): (title: string, test: Mocha.AsyncFunc) => void {
  return (title, test) => {
    if (engine === 'SQLite') it(title, test);
  };
}

export type Described = [
  title: string,
  tests: (use: () => TestService, engine: DatabaseKind['name']) => void,
  env?: Record<string, string>,
  options?: TestServiceOptions,
];

function runOn(
  kind: DatabaseKind,
  tests: Described[1],
  env?: Record<string, string>,
  options?: TestServiceOptions,
): void {
  let service: TestService | undefined;
  before(async () => {
    service = await startTestService(kind, env, options);
  });
  after(() => service?.close());
  tests(() => service!, kind.name);
}

/** A clock, by default at noon of 1 March 2026. */
export function testClock(time = Date.parse('2026-03-01T12:00:00.000Z')): TestClock {
  let passed = 0;
  return {
    now: () => time,
    monotonic: () => passed,
    advance(milliseconds) {
      time += milliseconds;
      passed += milliseconds;
    },
    jump(milliseconds) {
      time += milliseconds;
    },
  };
}

function callerOf(url: string): TestService['call'] {
  return async (method, path, { body, raw, token, headers = {} } = {}) => {
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(payload !== undefined && { body: payload as BodyInit }),
    });
    const text = await response.text();
    const answer = { status: response.status, headers: response.headers, body: parsed(text) };
    checkAnswer(method, path, answer.status, answer.headers, answer.body);
    return answer;
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function trpcClient(url: string, token: string | null, headers: Record<string, string>): TRPCClient<AppRouter> {
  return createTRPCClient<AppRouter>({
    links: [
      httpBatchLink({
        url: `${url}/trpc`,
        maxItems: 10,
        transformer: superjson,
        headers: () => ({ ...headers, ...(token !== null && { authorization: `Bearer ${token}` }) }),
      }),
    ],
  });
}
