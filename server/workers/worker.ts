import type { Worker } from 'node:cluster';
import type { Logger } from 'pino';

import { systemClock } from '../../routers/clock.ts';
import { sharedCounters, type RemoteCounters } from '../../routers/limits/shared-counters.ts';
import { EVERYTHING } from '../changes.ts';
import type { Config } from '../config.ts';
import { renderAhead } from '../render/ahead.ts';
import { startService } from '../service.ts';
import type { OpenServices } from '../services.ts';
import { explainStart } from '../start-errors.ts';
import { stopOnSignals } from '../stop.ts';
import { openLine, type Line } from './line.ts';
import type { ToPrimary, ToWorker } from './questions.ts';

/** Serves as one of several workers. Node ends a worker by itself when the primary is gone. */
export async function serveAsWorker(worker: Worker, config: Config, log: Logger): Promise<void> {
  let opened: OpenServices | undefined;
  const line = openLine<ToPrimary, ToWorker>(worker, {
    async changes(tags) {
      await opened?.changes.hear(tags);
      return null;
    },
    metrics: () => opened?.metrics.values() ?? [],
  });
  const clock = systemClock;

  async function join(own: OpenServices): Promise<void> {
    opened = own;
    renderAhead(own);
    own.metrics.gatherBy(() => line.ask('metrics'));
    own.changes.relayBy(async (tags) => void (await line.ask('changes', tags)));
    await line.ask('join');
    // Whatever was committed since it read the settings and the failed sign-ins.
    await own.changes.hear([EVERYTHING]);
  }

  try {
    const counters = sharedCounters(remoteCounters(line), clock, config.workers);
    const service = await startService({ config, log, clock, counters, beforeListening: join });
    stopOnSignals(service.close, log);
    await line.ask('serves', service.url);
  } catch (error) {
    // When the primary is gone already, another worker told it the same.
    await line.ask('failed', explainStart(error, config) ?? String((error as Error).stack)).catch(() => undefined);
    process.exit(1);
  }
}

/** The counters of the primary. */
function remoteCounters(line: Line<ToPrimary>): RemoteCounters {
  return {
    raise: (limit, who, by, endsIn) => line.ask('raise', limit, who, by, Date.now() + endsIn),
    lower: async (limit, who) => void (await line.ask('lower', limit, who)),
  };
}
