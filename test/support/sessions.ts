import { Administrator } from '../../entities/administrator.ts';
import { resetPassword } from '../../routers/admin/account.ts';
import { openSession } from '../../routers/admin/sessions.ts';
import { PASSWORD, type Answer, type TestService } from './service.ts';

/** Opens one more session of the administrator without the time that a password takes. */
export function newToken({ services, clock }: TestService): Promise<string> {
  return openSession(services.em.fork(), clock);
}

/** Brings the password back to what it is in tests and gives a token. */
export async function startOver(service: TestService): Promise<string> {
  await resetPassword(service.services, PASSWORD);
  return newToken(service);
}

/** The tokens of all sessions turn into ones that only a change of the password helps, or back. */
export async function setMustChange({ services }: TestService, mustChange: boolean): Promise<void> {
  await services.em
    .fork()
    .transactional((tx) => tx.nativeUpdate(Administrator, { key: 1 }, { mustChange: mustChange ? 1 : 0 }));
}

/** Tries to sign in. */
export function login({ call }: TestService, password: unknown, headers = {}): Promise<Answer> {
  return call('POST', '/api/admin/login', { body: { password }, headers });
}

/** Whether a token is that of an administrator: the status of the session check. */
export async function statusOf({ call }: TestService, token: string): Promise<number> {
  return (await call('GET', '/api/admin/session', { token })).status;
}

/** Everything that is stored, as one text. */
export async function everyRow({ database }: TestService): Promise<string> {
  const tables = await database.kysely.introspection.getTables();
  const rows = tables.map(({ name }) =>
    database.kysely
      .selectFrom(name as 'posts')
      .selectAll()
      .execute(),
  );
  return JSON.stringify(await Promise.all(rows));
}
