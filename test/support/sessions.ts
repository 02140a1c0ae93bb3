import { Administrator } from '../../entities/administrator.ts';
import { resetPassword } from '../../routers/admin/account.ts';
import { openSession } from '../../routers/admin/sessions.ts';
import { PASSWORD, type Answer, type TestService } from './service.ts';

/** Opens another session of the administrator without hashing a password. */
export function newToken({ services, clock }: TestService): Promise<string> {
  return openSession(services.em.fork(), clock);
}

/** Restores the password of the tests and returns a token. */
export async function startOver(service: TestService): Promise<string> {
  await resetPassword(service.services, PASSWORD);
  return newToken(service);
}

/** Sets or clears the required change of the password for all sessions. */
export async function setMustChange({ services }: TestService, mustChange: boolean): Promise<void> {
  await services.em
    .fork()
    .transactional((tx) => tx.nativeUpdate(Administrator, { key: 1 }, { mustChange: mustChange ? 1 : 0 }));
}

/** Attempts a sign-in. */
export function login({ call }: TestService, password: unknown, headers = {}): Promise<Answer> {
  return call('POST', '/api/admin/login', { body: { password }, headers });
}

/** The status of the session check, 200 for a token of the administrator. */
export async function statusOf({ call }: TestService, token: string): Promise<number> {
  return (await call('GET', '/api/admin/session', { token })).status;
}

/** The content of the database as one text, or of some of its tables. */
export async function everyRow({ database }: TestService, isWanted = (_table: string) => true): Promise<string> {
  const tables = await database.kysely.introspection.getTables();
  const rows = tables
    // Where files are is marked after the start.
    .filter(({ name }) => name !== 'marked_places' && isWanted(name))
    .map(({ name }) =>
      database.kysely
        .selectFrom(name as 'posts')
        .selectAll()
        .execute(),
    );
  return JSON.stringify(await Promise.all(rows));
}
