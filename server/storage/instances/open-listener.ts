import { setTimeout as sleep } from 'node:timers/promises';

import type { Clock } from '../../../routers/base/clock.ts';
import type { Changes } from '../changes.ts';
import { isDatabaseClock } from './database-clock.ts';
import { listenToFile } from './listen-to-file.ts';
import type { IdentityGuard } from '../database/identity-guard.ts';
import type { OpenListener } from './listener.ts';
import type { Database } from '../database/open.ts';
import type { DatabaseOutages } from '../database/outages.ts';

/** How long the other instances are told that this one stops, in milliseconds. */
const LEAVE_TIMEOUT_MS = 500;

/** The listener for the commits of other instances, which passes them to the changes. It is not started. */
export async function openListener(
  { dialect, version, url, destroyConnections }: Database,
  { hear }: Changes,
  { failed }: DatabaseOutages,
  clock: Clock,
  guard: IdentityGuard,
): Promise<OpenListener> {
  if (dialect === 'sqlite') return { ...listenToFile(version, hear), instance: null };
  const [{ listenToCommits }, { createInstance }] = await Promise.all([import('./listen.ts'), import('./instance.ts')]);
  const measured = isDatabaseClock(clock) ? clock.measured : () => undefined;
  const instance = createInstance({ ask: (statements) => listener.ask(statements), hear, measured });
  const listener = listenToCommits({ url, failed, onFrozen: destroyConnections, measured, guard, ...instance });
  return {
    ...listener,
    instance,
    async close() {
      // A server that does not respond learns it from the end of the announcement.
      await Promise.race([instance.leave(), sleep(LEAVE_TIMEOUT_MS, undefined, { ref: false })]);
      await listener.close();
    },
  };
}
