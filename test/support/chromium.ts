import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

/** What to say where there is none. */
export const NO_CHROMIUM = 'no Chromium; install it or set CHROMIUM_PATH';

/** A second name of this machine, for browsers from `launchChromium`: an address that is not `localhost`. */
export const OTHER_NAME = 'octavo.example';

/**
 * Flags for every browser of tests and benchmarks.
 *
 * @param hosts further addresses that lead to this machine, such as `MAP pictures.example:80 127.0.0.1:8080`
 */
export const chromiumArguments = (...hosts: string[]): string[] => [
  '--no-sandbox', // which Chromium needs to run as root
  '--disable-gpu',
  '--disable-quic',
  `--host-resolver-rules=${[`MAP ${OTHER_NAME} 127.0.0.1`, 'MAP localhost 127.0.0.1', ...hosts, 'MAP * ~NOTFOUND', 'EXCLUDE 127.0.0.1'].join(',')}`,
];

/**
 * The Chromium of this machine: the one CHROMIUM_PATH names, else one where Debian and others put it.
 *
 * @param options `shell`: whether Debian's chromium-headless-shell goes before the full one. It shows pages in the same
 *   way with half the processor time.
 */
export function findChromium({ shell = false } = {}): string | null {
  const asked = process.env['CHROMIUM_PATH'];
  if (asked) return existsSync(asked) ? asked : null;
  return [...(shell ? [SHELL] : []), ...USUAL_PLACES, SHELL].find((path) => existsSync(path)) ?? null;
}

/**
 * For pages that live for a second: without optimising compilers and threads for them, and with a heap that need not grow
 * first, a test takes a tenth less processor time. Not for benchmarks.
 */
export const SHORT_LIVED =
  '--js-flags=--no-maglev,--no-turbofan,--min-semi-space-size=16,--initial-old-space-size=256,--single-threaded';

/**
 * Starts it without a window. It reaches this machine and no other, so that nothing depends on the network.
 *
 * @param options.hosts further addresses that lead to this machine
 * @param options.flags further flags
 */
export function launchChromium(
  executablePath: string,
  { hosts = [], flags = [] }: { hosts?: string[]; flags?: string[] } = {},
): Promise<Browser> {
  // Without it, Chromium cannot read files whose names are not ASCII.
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  return chromium.launch({ executablePath, args: [...chromiumArguments(...hosts), ...flags], env });
}

const SHELL = '/usr/bin/chromium-headless-shell';
const USUAL_PLACES = ['chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`);
