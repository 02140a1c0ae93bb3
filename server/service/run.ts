import type { Logger } from 'pino';

import { createAdministrator, createDefaultAdministrator } from '../../routers/admin/account.ts';
import { readConfig, type Config } from '../config/config.ts';
import { descriptorProblem } from '../process/descriptors.ts';
import { readEnvironment } from '../config/environment.ts';
import { createLog } from '../process/log.ts';
import { stopWithNpm } from '../process/npm-parent.ts';
import { prerenderPosts } from '../site/render/prerender.ts';
import { startService } from './service.ts';
import type { OpenServices } from './services.ts';
import { explainStart } from './start-errors.ts';
import { guardProcess, type Ending } from '../process/stop.ts';
import { unixSocketProblem } from '../http/unix-socket.ts';
import { startWatchdog } from '../process/watchdog.ts';
import { inBackground } from '../../routers/base/defects.ts';

/** Milliseconds from the start to the background work, so that it does not delay the start. */
const SETTLED = 2000;
/** How long the end of a service with a damaged database waits for running requests, in milliseconds. */
const CLOSE_WITHIN = 4600;

/** Starts the service with the configuration of the environment. Errors are explained, and end the process. */
export async function run(): Promise<void> {
  let config: Config | null = null;
  try {
    config = readConfig(readEnvironment());
    const log = createLog(config.logLevel, config.logFormat);
    stopWithNpm(log);
    await serve(config, log, guardProcess(log));
    setTimeout(() => inBackground(buildApp(log)), SETTLED).unref();
  } catch (error) {
    exit(error, config);
  }
}

/** Builds the app after the first start, so that the owner need not wait for it. */
async function buildApp(log: Logger): Promise<void> {
  const { builtApp } = await import('../site/admin/built.ts');
  await builtApp().catch((error: unknown) =>
    log.warn({ err: error }, "the administrator's app could not be built yet"),
  );
}

async function serve(config: Config, log: Logger, ending: Ending): Promise<void> {
  const starting = startService({
    config,
    log,
    async beforeListening(opened) {
      // After the migrations, which may block for long; before the jobs, which may block as soon as they run.
      startWatchdog(log);
      prerenderPosts(opened);
    },
    // Before requests are answered, so that no other caller can set the first password.
    beforeWrites: (opened) => welcome(opened, config, log),
    // A supervisor may stop the service right after its first response.
    async beforeAnswering() {
      ending.stopOnSignals(stop);
    },
  });

  async function stop(): Promise<void> {
    await (await starting).close();
  }

  const { url, checked } = await starting;
  process.stdout.write(`Octavo serves ${url}\n`);
  await checked.catch(async (error: unknown) => {
    setTimeout(exit, CLOSE_WITHIN, error, config).unref();
    await stop();
    exit(error, config);
  });
}

/** Explains why the service does not run, and ends the process. */
function exit(error: unknown, config: Config | null): never {
  process.stderr.write(`${explainStart(error, config) ?? (error as Error).stack}\n`);
  process.exit(1);
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
  for (const problem of [unixSocketProblem(config), descriptorProblem()]) if (problem !== null) log.warn(problem);
  if (!site) log.warn('SITE is off: no pages are served');
}
