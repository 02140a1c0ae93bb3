import type { Logger } from 'pino';

import { createAdministrator, createDefaultAdministrator } from '../routers/admin/account.ts';
import { readConfig, type Config } from './config.ts';
import { readEnvironment } from './environment.ts';
import { createLog } from './log.ts';
import { prerenderPosts } from './render/prerender.ts';
import { startService } from './service.ts';
import type { OpenServices } from './services.ts';
import { explainStart } from './start-errors.ts';
import { stopOnSignals } from './stop.ts';
import { startWatchdog } from './watchdog.ts';

/** Milliseconds after the start, when nobody waits for it any more. */
const SETTLED = 2000;

/** Starts the service as the environment says; what goes wrong is explained, and ends the process. */
export async function run(): Promise<void> {
  let config: Config | null = null;
  try {
    config = readConfig(readEnvironment());
    const log = createLog(config.logLevel);
    await serve(config, log);
    setTimeout(settle, SETTLED, log).unref();
  } catch (error) {
    const sentence = explainStart(error, config);
    process.stderr.write(`${sentence ?? (error as Error).stack}\n`);
    process.exit(1);
  }
}

function settle(log: Logger): void {
  startWatchdog(log);
  void buildApp(log);
}

/** At the first start, so that the owner need not wait for it. */
async function buildApp(log: Logger): Promise<void> {
  const { builtApp } = await import('./admin/built.ts');
  await builtApp().catch((error: unknown) =>
    log.warn({ err: error }, "the administrator's app could not be built yet"),
  );
}

async function serve(config: Config, log: Logger): Promise<void> {
  const service = await startService({
    config,
    log,
    beforeListening: async (opened) => prerenderPosts(opened),
    // So that nobody else sets the first password.
    beforeAnswering: (opened) => welcome(opened, config, log),
  });
  stopOnSignals(service.close, log);
  // Last: whoever waits for this line may stop it the next moment.
  process.stdout.write(`Octavo serves ${service.url}\n`);
}

/** Makes the administrator at the first start, and says what the owner should know. */
async function welcome({ services }: Pick<OpenServices, 'services'>, config: Config, log: Logger): Promise<void> {
  const { adminPassword, setupKey, site, workers } = config;
  if (adminPassword !== null) await createAdministrator(services, adminPassword);
  else if (setupKey === null) {
    const password = await createDefaultAdministrator(services);
    // On the console and nowhere else: never through the log.
    if (password !== null) process.stdout.write(`The first password is ${password} (change it after signing in)\n`);
  }
  const { siteUrl } = await services.settings.current();
  if (siteUrl === '') log.warn('no site address is set: pages of other origins cannot comment; set it in Settings');
  if (workers !== null && workers > 1) {
    log.warn(
      `WORKERS=${workers} is obsolete: one process serves; for more cores or machines use PostgreSQL and several instances (docs/scaling.md)`,
    );
  }
  if (!site) log.warn('SITE is off: no page is served');
}
