import { formatMessage } from '../translations/format-message.ts';
import type { Translations } from '../translations/catalog.ts';

/** Translates the device names of the service: `Firefox on Linux`, `curl`, `Unknown device`. */
export function deviceName(device: string, { settings }: Translations): string {
  if (device === 'Unknown device') return settings.deviceUnknown;
  const [, browser, system] = /^(\S.*) on (\S+)$/.exec(device) ?? [];
  return browser && system ? formatMessage(settings.deviceOn, { browser, system }) : device;
}
