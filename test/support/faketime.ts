import { globSync } from 'node:fs';

import { skip } from './skip.ts';

/**
 * The environment of a process whose wall clock differs; skips the test without libfaketime (Debian's package
 * `faketime`).
 *
 * @param shift such as `+15s`
 */
export function shiftedClock(test: Mocha.Context, shift: string): Record<string, string> {
  const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');
  if (library === undefined) skip(test, 'there is no libfaketime');
  return { LD_PRELOAD: library, FAKETIME: shift, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
}
