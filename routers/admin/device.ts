import { cleanText } from '../text.ts';

/** What a device may be called at most, in characters. */
const LONGEST = 100;

/** The first that fits is meant: browsers name the ones that they descend from as well. */
const browsers: readonly [name: string, sign: RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|OPT|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/.*\bSafari\//],
];

const systems: readonly [name: string, sign: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
];

/**
 * Says in a few words what a header User-Agent stands for, such as `Firefox on Linux`. Of a program it is its own first
 * word, such as `curl`.
 *
 * @returns at most 100 characters; `Unknown device` without the header
 */
export function deviceOf(userAgent: string | undefined): string {
  const text = userAgent ?? '';
  const browser = nameIn(browsers, text);
  const system = nameIn(systems, text);
  if (browser !== undefined) return system === undefined ? browser : `${browser} on ${system}`;
  const [program = ''] = cleanText(text, { lineFeeds: false }).split(/[/ ]/);
  return [...program].slice(0, LONGEST).join('') || 'Unknown device';
}

function nameIn(table: readonly [name: string, sign: RegExp][], text: string): string | undefined {
  return table.find(([, sign]) => sign.test(text))?.[0];
}
