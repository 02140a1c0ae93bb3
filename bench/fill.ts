import { pino } from 'pino';

import { createBlogClient, type BlogClient } from '../client/index.ts';
import { createAdministrator } from '../routers/admin/account.ts';
import { readConfig } from '../server/config.ts';
import { startService } from '../server/service.ts';
import { PASSWORD } from './octavo.ts';

/** What fills a blog: the administrator's client, a visitor's, and a way to go to another day. */
export interface Filling {
  client: BlogClient;
  visitor: BlogClient;
  /** Moves the service's clock, which otherwise stands still: what is written then was written then. */
  goTo(moment: Date): void;
}

/** Fills a new SQLite file by the service itself, whose clock the filling moves. */
export async function fill(file: string, work: (filling: Filling) => Promise<void>): Promise<void> {
  let time = Date.now();
  const service = await startService({
    config: readConfig({ PORT: '0', DATABASE_URL: `sqlite:${file}` }),
    log: pino({ level: 'silent' }),
    clock: { now: () => time },
  });
  try {
    await createAdministrator(service.services, PASSWORD);
    const client = createBlogClient({ url: service.url });
    const signIn = async () => (await client.admin.login({ password: PASSWORD })).token;
    await work({
      client: Object.assign(client, { token: await signIn() }),
      visitor: createBlogClient({ url: service.url }),
      goTo: (moment) => void (time = moment.getTime()),
    });
  } finally {
    await service.close();
  }
}
