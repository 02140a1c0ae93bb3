import { mailConsumer } from '../../routers/notifications/consumer.ts';
import { webhookConsumer } from '../../routers/webhooks/consumer.ts';
import { planBackups } from '../background/backup/job.ts';
import type { Config } from '../config/config.ts';
import { logConsoleEvents } from '../storage/console-events.ts';
import { startHousekeeping } from '../background/housekeeping.ts';
import { attemptsOf, consumersOf, inLanes, oneAtATime } from './consumers.ts';
import { startEventRelay } from '../background/jobs/event-relay.ts';
import { startJobs } from '../background/jobs/runner.ts';
import { scrubRewritten } from '../storage/scrub/rewritten.ts';
import type { OpenServices } from './services.ts';

/**
 * Starts what runs besides requests: jobs, relays of events, housekeeping.
 *
 * @returns stops it, and waits for it
 */
export async function startBackground(opened: OpenServices, config: Config): Promise<() => Promise<void>> {
  const { services, database, changes, listener, media } = opened;
  media.place.start();
  const jobs = startJobs({
    services,
    changes,
    consumers: consumersOf({ ...opened, config }),
    oneAtATime,
    inLanes,
    attemptsOf,
  });
  const relays = [webhookConsumer, mailConsumer(services.policy)].map((consumer) =>
    startEventRelay({ services, changes, isListening: listener.isListening }, consumer),
  );
  const stopHousekeeping = startHousekeeping(services, undefined, {
    'unfinished uploads could not be deleted yet': media.clean,
    'the next backup could not be planned yet': () => planBackups(services.em.fork(), services.clock, config),
    ...(database.dialect === 'sqlite' && {
      'words of rewritten texts could not be removed yet': () => scrubRewritten(services),
    }),
  });
  const stopConsoleEvents = await logConsoleEvents(services, changes);
  return async () => {
    stopConsoleEvents();
    await Promise.all([stopHousekeeping(), ...relays.map((stopRelay) => stopRelay()), jobs.stop()]);
  };
}
