import type { Logger } from 'pino';

import { createAdministrator, createDefaultAdministrator } from '../routers/admin/account.ts';
import { readConfig, type Config } from './config.ts';
import { readEnvironment } from './environment.ts';
import { sqliteFileOf } from './commands/database-url.ts';
import { writeInstance } from './instance-file.ts';
import { createLog } from './log.ts';
import { prerenderPosts } from './render/prerender.ts';
import { startService } from './service.ts';
import type { OpenServices } from './services.ts';
import { explainStart } from './start-errors.ts';
import { stopOnSignals } from './stop.ts';
import { unixSocketProblem } from './unix-socket.ts';
import { startWatchdog } from './watchdog.ts';

/** Milliseconds from the start to the background work, so that it does not delay the start. */
const SETTLED = 2000;

/** Starts the service with the configuration of the environment. Errors are explained, and end the process. */
export async function run(): Promise<void> {
  let config: Config | null = null;
  try {
    config = readConfig(readEnvironment());
    const log = createLog(config.logLevel, config.logFormat);
    await serve(config, log);
    setTimeout(buildApp, SETTLED, log).unref();
  } catch (error) {
    const sentence = explainStart(error, config);
    process.stderr.write(`${sentence ?? (error as Error).stack}\n`);
    process.exit(1);
  }
}

/** Builds the app after the first start, so that the owner need not wait for it. */
async function buildApp(log: Logger): Promise<void> {
  const { builtApp } = await import('./admin/built.ts');
  await builtApp().catch((error: unknown) =>
    log.warn({ err: error }, "the administrator's app could not be built yet"),
  );
}

async function serve(config: Config, log: Logger): Promise<void> {
  const file = sqliteFileOf(config.databaseUrl);
  const starting = startService({
    config,
    log,
    async beforeListening(opened) {
      // After the migrations, which may block for long; before the jobs, which may block as soon as they run.
      startWatchdog(log);
      prerenderPosts(opened);
    },
    // Before requests are answered, so that no other caller can set the first password, and because a supervisor may
    // stop the service right after its first response.
    async beforeAnswering(opened) {
      await welcome(opened, config, log);
      stopOnSignals(stop, log);
    },
  });
  const writing = starting.then(({ url }) => (file === null ? null : writeInstance(file, url)));

  async function stop(): Promise<void> {
    const [service, deleteInstance] = await Promise.all([starting, writing]);
    await Promise.all([service.close(), deleteInstance?.()]);
  }

  const [{ url }] = await Promise.all([starting, writing]);
  process.stdout.write(`Octavo serves ${url}\n`);
}

/** Creates the administrator at the first start, and prints instructions for the owner. */
async function welcome({ services }: Pick<OpenServices, 'services'>, config: Config, log: Logger): Promise<void> {
  const { adminPassword, setupKey, site, workers } = config;
  if (adminPassword !== null) await createAdministrator(services, adminPassword);
  else if (setupKey === null) {
    const password = await createDefaultAdministrator(services);
    // Only on the console, never in the log.
    if (password !== null) process.stdout.write(`The first password is ${password} (change it after signing in)\n`);
  }
  const { siteUrl } = await services.settings.current();
  if (siteUrl === '') log.warn('no site address is set: pages of other origins cannot comment; set it in Settings');
  if (workers !== null && workers > 1) {
    log.warn(
      `WORKERS=${workers} is obsolete: one process serves; for more cores or machines use PostgreSQL and several instances (docs/scaling.md)`,
    );
  }
  const problem = unixSocketProblem(config);
  if (problem !== null) log.warn(problem);
  if (!site) log.warn('SITE is off: no pages are served');
}
