import type { SqlEntityManager } from '@mikro-orm/sql';

import { kyselyOf } from '../../entities/kysely.ts';
import { timestamp } from '../base/clock.ts';
import type { CallContext } from '../core/context.ts';

/** The most hosts that are kept. */
const MAX_HOSTS = 50;

/** Notes the host of a request whose response contains the URL of an upload, while no site address is set. */
export async function noteUploadHost({ em, clock, settings, request }: CallContext): Promise<void> {
  if ((await settings.current()).siteUrl !== '') return;
  const { host } = new URL(request.ownOrigin);
  const known = await uploadHosts(em);
  if (known.includes(host) || known.length >= MAX_HOSTS) return;
  await kyselyOf(em)
    .insertInto('upload_hosts')
    .values({ host, noted_at: timestamp(clock) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The hosts at which uploads were answered while no site address was set. */
export async function uploadHosts(em: SqlEntityManager): Promise<string[]> {
  const rows = await kyselyOf(em).selectFrom('upload_hosts').select('host').execute();
  return rows.map(({ host }) => host);
}
