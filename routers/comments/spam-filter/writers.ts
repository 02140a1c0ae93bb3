import type { SqlEntityManager } from '@mikro-orm/sql';
import ipaddr from 'ipaddr.js';

import { kyselyOf } from '../../../entities/kysely.ts';
import { keyedHash, type KeyedHashes } from '../../base/address-hash.ts';
import { timestamp, type Clock } from '../../base/clock.ts';
import type { CallContext } from '../../core/context.ts';
import { prepareQuery } from '../../base/prepare-query.ts';
import { foldCase } from '../../base/text.ts';
import type { Reason } from './rules.ts';
import { thresholds } from './rules.ts';

const DAY = 24 * 60 * 60 * 1000;
/** The key of these hashes is used for 45 days and recognised for 45 more: 90 days in all. */
const KEY_LIFE = 45 * DAY;
/** How long a writer stays blocked: no hash can be recognised for longer. */
export const BLOCK_DAYS = 90;

/** A writer of comments, by IP address and by name. */
export interface WriterHashes {
  ip: KeyedHashes;
  name: KeyedHashes;
}

export async function writerHashes(ctx: CallContext, author: string): Promise<WriterHashes> {
  const hash = await keyedHash(ctx, 'writer', KEY_LIFE);
  return { ip: hash(`ip ${clientNetwork(ctx.request.clientIp)}`), name: hash(`name ${foldCase(author)}`) };
}

/** The hashes of the network of an IP address, as comments and blocks have it. */
export async function networkHashes(ctx: Pick<CallContext, 'em' | 'clock'>, ip: string): Promise<KeyedHashes> {
  const hash = await keyedHash(ctx, 'writer', KEY_LIFE);
  return hash(`ip ${clientNetwork(ip)}`);
}

/** The points of a writer whom the owner has blocked. */
export async function blockReasons(em: SqlEntityManager, { ip, name }: WriterHashes): Promise<Reason[]> {
  const hashes = [ip.current, ip.former, name.current, name.former];
  const blocks = await blocked(em, { hashes });
  return blocks.map(({ kind, name: blockedName }) => ({
    rule: kind === 'ip' ? 'blockedIp' : 'blockedName',
    points: thresholds.spam,
    detail: blockedName,
  }));
}

const blocked = prepareQuery((db, { hashes }: { hashes: string[] }) =>
  db.selectFrom('blocked_writers').select(['kind', 'name']).where('hash', 'in', hashes),
);

/** Deletes blocks that can no longer match a writer. */
export async function deleteOldBlocks(em: SqlEntityManager, clock: Clock): Promise<void> {
  const oldest = timestamp(clock, -BLOCK_DAYS * DAY);
  await kyselyOf(em).deleteFrom('blocked_writers').where('created_at', '<=', oldest).execute();
}

/** An IPv4 address, or the /64 network of an IPv6 address, in which one subscriber has all addresses. */
function clientNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.parse(address);
  return parsed.kind() === 'ipv4' ? address : (parsed as ipaddr.IPv6).parts.slice(0, 4).join(':');
}
