import { entities } from '../../entities/index.ts';
import { migrations } from '../../migrations/index.ts';
import { systemClock } from '../../routers/base/clock.ts';
import { createMetrics } from '../http/metrics.ts';
import { withoutPassword } from '../storage/database/database-url.ts';
import { createIdentityGuard } from '../storage/database/identity-guard.ts';
import { openDatabase } from '../storage/database/open.ts';
import { prepareDatabase } from '../storage/database/prepare-database.ts';
import { checkAtStart, type StartCheck } from '../storage/database/start-check.ts';
import { readIdentity } from '../storage/identity/identity.ts';
import { chooseClock } from '../storage/instances/choose-clock.ts';
import { createServices, type OpenServices, type ServicesOptions } from './services.ts';

/**
 * Opens the services that procedures need, without listening; commands that work on the database use it too.
 *
 * @throws DatabaseUnavailable, DatabaseTooNew
 */
export async function openServices(options: ServicesOptions): Promise<OpenServices> {
  const { config, log, onQuery, isService = false, isUnclean = false } = options;
  const metrics = createMetrics();
  const guard = createIdentityGuard(withoutPassword(config.databaseUrl), log);
  const database = await openDatabase({
    guard,
    url: config.databaseUrl,
    entities,
    log,
    monotonic: (options.clock ?? systemClock).monotonic,
    isService,
    onQuery(sql, parameters, milliseconds) {
      metrics.queried(milliseconds / 1000);
      onQuery?.(sql, parameters, milliseconds);
    },
  });
  let check: StartCheck | null = null;
  try {
    const clock = options.clock ?? (await chooseClock(database));
    if (isUnclean) check = await checkAtStart(database, log);
    if (!check) await prepareDatabase(database, { log, isService });
    guard.expect(await readIdentity(database.kysely), migrations);
    return await createServices({ ...options, clock }, database, metrics, guard, check);
  } catch (error) {
    await check?.stop();
    await database.close();
    throw error;
  }
}
