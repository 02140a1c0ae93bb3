import { cleanText } from '../base/text.ts';
import { truncate } from '../../shared/shorten.ts';

/** The maximum length of a device name in characters. */
const MAX_LENGTH = 100;

/** The first match counts: most browsers also name others in User-Agent. */
const browsers: readonly [name: string, pattern: RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPT|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/(?:(?!\bVersion\/).)*\bSafari\//],
];

const systems: readonly [name: string, pattern: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
];

/**
 * The name of a device by its User-Agent header, such as `Firefox on Linux`. For other programs it is the first product
 * token, such as `curl`.
 *
 * @returns at most 100 characters; `Unknown device` without the header
 */
export function describeDevice(userAgent: string | undefined): string {
  const text = userAgent ?? '';
  const browser = matchName(browsers, text);
  const system = matchName(systems, text);
  if (browser !== undefined) return system === undefined ? browser : `${browser} on ${system}`;
  const [program = ''] = cleanText(text, { lineFeeds: false }).split(/[/ ]/);
  return truncate(program, MAX_LENGTH) || 'Unknown device';
}

function matchName(table: readonly [name: string, pattern: RegExp][], text: string): string | undefined {
  return table.find(([, pattern]) => pattern.test(text))?.[0];
}
