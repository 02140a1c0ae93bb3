import { createHmac } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';

import { KnownDevice } from '../../entities/known-device.ts';
import { kyselyOf } from '../../entities/kysely.ts';
import { timestamp, type Clock } from '../base/clock.ts';
import type { CallContext } from '../core/context.ts';
import { appError } from '../base/errors.ts';
import { secretKey } from '../base/secret-keys.ts';
import { describeDevice } from './device.ts';
import { endSessions } from './end-sessions.ts';
import { subnetAddress } from '../core/sign-in/login-tiers.ts';
import type { NewDeviceShape } from './schemas.ts';

/** How long a device is kept after its last sign-in. */
const RETENTION_MS = 365 * 24 * 60 * 60 * 1000;
/** The maximum number of new devices in a list. */
const MAX_LISTED = 20;

/** The device that a call comes from. */
export interface CallerDevice {
  /** Such as `Firefox on Linux`. */
  name: string;
  /** The same for the same device name and network; "" when the call comes from no client. */
  id: string;
}

/** The device and network of a caller. Call it outside transactions: it may have to create its key. */
export async function callerDevice({ em, clock, request }: CallContext): Promise<CallerDevice> {
  const name = describeDevice(request.userAgent);
  const key = await secretKey(em, clock, 'device');
  const hash = createHmac('sha256', key).update(JSON.stringify([name, subnetAddress(request.clientIp)]));
  return { name, id: `d-${hash.digest('hex').slice(0, 32)}` };
}

/**
 * Stores the device of a sign-in. The very first device counts as confirmed; each later one is listed until the owner
 * confirms it.
 *
 * @param tx the transaction that opens the session
 */
export async function rememberDevice(tx: SqlEntityManager, clock: Clock, { id, name }: CallerDevice): Promise<void> {
  const now = timestamp(clock);
  const oldest = timestamp(clock, -RETENTION_MS);
  // Expired devices are deleted without loading them.
  await tx.nativeDelete(KnownDevice, { lastSeenAt: { $lt: oldest } });
  const known = await tx.findOne(KnownDevice, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (known) known.lastSeenAt = now;
  else {
    const isFirst = (await tx.count(KnownDevice)) === 0;
    tx.create(KnownDevice, { id, device: name, firstSeenAt: now, lastSeenAt: now, confirmed: isFirst ? 1 : 0 });
  }
}

/** Devices that are not confirmed, the last sign-in first. */
export async function listNewDevices({ em, clock, caller }: CallContext): Promise<NewDeviceShape[]> {
  const db = kyselyOf(em);
  const devices = await db
    .selectFrom('known_devices')
    .select(['id', 'device', 'last_seen_at as signedInAt'])
    .where('confirmed', '=', 0)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .limit(MAX_LISTED)
    .execute();
  if (devices.length === 0) return [];
  const open = await db
    .selectFrom('sessions')
    .select(['id', 'device_id'])
    .where('expires_at', '>', timestamp(clock))
    .execute();
  return devices.map((device) => {
    const sessions = open.filter(({ device_id }) => device_id === device.id);
    const isCurrent = sessions.some(({ id }) => id === caller?.id);
    return { ...device, sessions: sessions.length, current: isCurrent ? (1 as const) : (0 as const) };
  });
}

/**
 * The owner confirms a device as theirs: later sign-ins from it are not listed.
 *
 * @throws NOT_FOUND
 */
export async function confirmDevice({ em }: CallContext, id: string): Promise<void> {
  await em.fork().transactional(async (tx) => {
    (await findDevice(tx, id)).confirmed = 1;
  });
}

/**
 * Ends every session of a device and deletes it, so that its next sign-in is listed again.
 *
 * @returns how many sessions ended
 * @throws NOT_FOUND
 */
export function endDevice({ em }: CallContext, id: string): Promise<number> {
  return em.fork().transactional(async (tx) => {
    tx.remove(await findDevice(tx, id));
    return endSessions(tx, { deviceId: id });
  });
}

/** Locks it: a sign-in that has found it has opened its session by now. */
async function findDevice(tx: SqlEntityManager, id: string) {
  const device = await tx.findOne(KnownDevice, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!device) throw appError('NOT_FOUND', 'There is no device with this id.');
  return device;
}
