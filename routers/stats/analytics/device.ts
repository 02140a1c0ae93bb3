import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';

import type { Visit } from '../../data/views/visit.ts';

/** What a header User-Agent says of its sender. */
type Device = Pick<Visit, 'isBot' | 'device'>;

/** Most visitors send one of a few hundred texts, and searching one for all bots takes longer than the rest. */
const known = new LRUCache<string, Device>({ max: 2000 });
/** Longer texts are not remembered, and only their beginning is read. */
const LONGEST = 500;

/** Reads the header User-Agent. A request without one is no bot, because some browsers leave it out. */
export function readDevice(userAgent = ''): Device {
  const text = userAgent.slice(0, LONGEST);
  const before = known.get(text);
  if (before) return before;
  const device: Device = { isBot: isbot(text), device: deviceClass(text) };
  known.set(text, device);
  return device;
}

/** Android says "Mobile" on telephones only. An iPad that asks for desktop pages calls itself a Macintosh. */
function deviceClass(text: string): Visit['device'] {
  const isPhone = /mobi|iphone|ipod|windows phone/i.test(text);
  if (/ipad|tablet|kindle|silk|playbook/i.test(text) || (/android/i.test(text) && !isPhone)) return 'tablet';
  return isPhone ? 'mobile' : 'desktop';
}
