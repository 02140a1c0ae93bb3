import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { freePort } from '../../test/support/redis.ts';
import { until } from '../../test/support/until.ts';
import { start, type Running } from '../processes.ts';
import { PASSWORD } from '../octavo.ts';

/** A running release. */
export interface Release extends Running {
  url: string;
}

/**
 * Starts the service of a checkout, and waits until it is ready.
 *
 * @param folder of the checkout
 * @param files the folder of uploads, for releases that have them
 */
export async function startRelease(folder: string, databaseUrl: string, files: string): Promise<Release> {
  const port = await freePort();
  const running = start(pathToFileURL(join(folder, 'server/main.ts')), {
    core: 'both',
    cwd: folder,
    env: {
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      MEDIA_URL: `file:${files}`,
      SITE_URL: 'https://blog.example',
      ADMIN_PASSWORD: PASSWORD,
      LOG_LEVEL: 'warn',
    },
  });
  const url = `http://127.0.0.1:${port}`;
  const ready = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await Promise.race([until(ready), running.ended]);
  return { ...running, url };
}
