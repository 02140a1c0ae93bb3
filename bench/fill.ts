import { pino } from 'pino';

import { createBlogClient, type BlogClient } from '../client/index.ts';
import { createAdministrator } from '../routers/admin/account.ts';
import { readConfig } from '../server/config/config.ts';
import { startService } from '../server/service/service.ts';
import { clientAddress } from '../test/support/plain-http.ts';
import { PASSWORD } from './octavo.ts';

/** What fills a blog: the administrator's client, a visitor's, and a way to go to another day. */
export interface Filling {
  client: BlogClient;
  /** Another visitor each time. */
  visitor(): BlogClient;
  /** Moves the service's clock, which otherwise stands still: later writes get this time. */
  goTo(moment: Date): Promise<void>;
}

/** Fills a new SQLite file by the service itself, whose clock the filling moves. */
export async function fill(file: string, work: (filling: Filling) => Promise<void>): Promise<void> {
  let time = Date.now();
  let visitors = 0;
  const service = await startService({
    config: readConfig({ PORT: '0', DATABASE_URL: `sqlite:${file}` }),
    log: pino({ level: 'silent' }),
    clock: { now: () => time, monotonic: () => time },
  });
  try {
    await createAdministrator(service.services, PASSWORD);
    const client = createBlogClient({ url: service.url });
    const signIn = async () => (await client.admin.login({ password: PASSWORD })).token;
    await work({
      client: Object.assign(client, { token: await signIn() }),
      visitor: () => from(service.url, clientAddress(1, visitors++)),
      async goTo(moment) {
        // Views count on the day on which they are written down.
        await service.services.views.flush();
        time = moment.getTime();
      },
    });
  } finally {
    await service.close();
  }
}

/** A client with an address of its own. */
function from(url: string, address: Record<string, string>): BlogClient {
  return createBlogClient({
    url,
    fetch: (input, init) =>
      fetch(input, { ...init, headers: { ...(init?.headers as Record<string, string>), ...address } }),
  });
}
