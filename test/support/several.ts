import { openSession } from '../../routers/admin/sessions.ts';
import { systemClock } from '../../routers/base/clock.ts';
import { newFolder } from './run.ts';
import { start, type Started } from './started.ts';
import { withDatabase } from './stored.ts';
import { freshAddress } from './visitors.ts';

/** An instance of the service in a process of its own. */
export interface Instance extends Started {
  at: string;
  /** A request; with the administrator's token where `token` is absent, anonymous where it is null. */
  call(method: string, path: string, options?: InstanceCall): Promise<InstanceAnswer>;
}

export interface InstanceCall {
  body?: unknown;
  token?: string | null;
}

export interface InstanceAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/**
 * Starts instances on one database that has the administrator of the tests.
 *
 * @param envs the environment of each, besides DATABASE_URL
 */
export async function startSeveral(url: string, envs: Record<string, string>[]): Promise<Instance[]> {
  const folder = await newFolder();
  const token = await withDatabase(url, ({ orm }) => openSession(orm.em.fork(), systemClock));
  const started = envs.map((env) => start(folder, { DATABASE_URL: url, ...env }));
  return Promise.all(
    started.map(async (one) => {
      const at = await one.url;
      return { ...one, at, call: (method, path, options) => call(at + path, method, { token, ...options }) };
    }),
  );
}

async function call(url: string, method: string, { body, token }: InstanceCall): Promise<InstanceAnswer> {
  const answer = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...freshAddress(),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && token !== null && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}
