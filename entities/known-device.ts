import { defineEntity, p } from '@mikro-orm/core';

/** A device and network from which the administrator signed in. */
export const KnownDevice = defineEntity({
  name: 'KnownDevice',
  tableName: 'known_devices',
  properties: {
    /** `d-` and a keyed hash of the device and the network; the IP address itself is not stored. */
    id: p.text().primary(),
    /** Such as `Firefox on Linux`. */
    device: p.text(),
    firstSeenAt: p.text(),
    /** The last sign-in. */
    lastSeenAt: p.text(),
    /** 0 until the owner confirms it. */
    confirmed: p.integer(),
  },
});
