import { pino, type Logger } from 'pino';

import { createAdministrator, createDefaultAdministrator } from '../routers/admin/account.ts';
import { readConfig, type Config } from './config.ts';
import { readEnvironment } from './environment.ts';
import { startService, type Service } from './service.ts';
import { explainStart } from './start-errors.ts';

/** Milliseconds after which a stop is no longer waited for. */
const STOP_WITHIN = 4_800;

let config: Config | null = null;
try {
  config = readConfig(readEnvironment());
  const log = pino({ level: config.logLevel, base: undefined });
  const service = await startService({ config, log });
  process.stdout.write(`Octavo serves ${service.url}\n`);
  await welcome(service, config, log);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(service, log));
} catch (error) {
  const sentence = explainStart(error, config);
  process.stderr.write(`${sentence ?? (error as Error).stack}\n`);
  process.exit(1);
}

/** Makes the administrator at the first start, and says what the owner should know. */
async function welcome({ services }: Service, config: Config, log: Logger): Promise<void> {
  const { adminPassword, setupKey, site, workers, themeDir } = config;
  if (adminPassword !== null) await createAdministrator(services, adminPassword);
  else if (setupKey === null) {
    const password = await createDefaultAdministrator(services);
    // On the console and nowhere else: never through the log.
    if (password !== null) process.stdout.write(`The first password is ${password} (change it after signing in)\n`);
  }
  const { siteUrl } = await services.settings.current();
  if (siteUrl === '') log.warn('no site address is set: pages of other origins cannot comment; set it in Settings');
  if (!site) log.warn('SITE is off: no page is served, which is outside the contract of the interface');
  if (workers > 1) log.warn({ workers }, 'WORKERS is for a later release; one process serves');
  if (themeDir !== null) log.warn({ themeDir }, 'THEME_DIR is for a later release; the pages are the plain ones');
}

async function stop(service: Service, log: Logger): Promise<void> {
  log.info('stopping');
  setTimeout(() => process.exit(1), STOP_WITHIN).unref();
  await service.close();
  process.exit(0);
}
