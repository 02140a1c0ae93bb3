import { randomBytes } from 'node:crypto';

import type { Clock } from './clock.ts';

/** A public id such as `c-…`: the time in base 36, so that ids sort, and 64 random bits. */
export function newId(
  prefix: 'b' | 'c' | 'cf' | 'j' | 'k' | 'l' | 'm' | 'ma' | 'mf' | 'pk' | 'ra' | 'rr' | 's' | 'sub' | 'w' | 'wd',
  clock: Clock,
): string {
  return `${prefix}-${clock.now().toString(36).padStart(9, '0')}${randomBytes(8).toString('hex')}`;
}
