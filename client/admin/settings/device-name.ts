import { fill } from '../words/fill.ts';
import type { Words } from '../words/en/en.ts';

/** What a device is called here, by what the service calls it: `Firefox on Linux`, `curl`, `Unknown device`. */
export function deviceName(device: string, { settings }: Words): string {
  if (device === 'Unknown device') return settings.deviceUnknown;
  const [, browser, system] = /^(\S.*) on (\S+)$/.exec(device) ?? [];
  return browser && system ? fill(settings.deviceOn, { browser, system }) : device;
}
