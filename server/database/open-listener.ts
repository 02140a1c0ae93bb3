import type { Clock } from '../../routers/clock.ts';
import type { Changes } from '../changes.ts';
import { listenToFile } from './listen-to-file.ts';
import type { Listener } from './listener.ts';
import type { Database } from './open.ts';
import type { DatabaseOutages } from './outages.ts';

/** The listener for the commits of other instances, which passes them to the changes. It is not started. */
export async function openListener(
  { dialect, version, url, destroyConnections }: Database,
  { hear }: Changes,
  { failed }: DatabaseOutages,
  clock: Clock,
): Promise<Listener> {
  if (dialect === 'sqlite') return listenToFile(version, hear);
  const { listenToCommits } = await import('./listen.ts');
  return listenToCommits({ url, now: clock.monotonic, failed, hear, onFrozen: destroyConnections });
}
