import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { chromium, type Page } from 'playwright-core';

import { CHROMIUM_ARGUMENTS } from '../../bench/chromium.ts';

/** A browser with a profile on disk, in a process group of its own. */
export interface KillableBrowser {
  page: Page;
  /** Ends all of its processes at once, as a power cut would. */
  kill(): Promise<void>;
}

const running = new Set<ChildProcess>();

/**
 * Starts a Chromium whose profile lies in a folder, so that storage outlives it. Playwright's own contexts are in memory.
 *
 * @param profile the folder; with that of a killed browser it goes on where that one stopped
 */
export async function startKillable(executablePath: string, profile: string): Promise<KillableBrowser> {
  const flags = ['--headless=new', '--no-first-run', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const child = spawn(executablePath, [...CHROMIUM_ARGUMENTS, ...flags, 'about:blank'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  running.add(child);
  const browser = await chromium.connectOverCDP(await debuggerOf(child));
  const page = browser.contexts()[0]?.pages()[0];
  if (!page) throw new Error('The browser has no page.');
  return {
    page,
    async kill() {
      killGroup(child);
      await once(child, 'exit');
      running.delete(child);
    },
  };
}

/** For `after`: ends those that a failed test left running. */
export function killAll(): void {
  running.forEach(killGroup);
  running.clear();
}

function killGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL');
}

async function debuggerOf({ stderr }: ChildProcess): Promise<string> {
  if (stderr) {
    for await (const line of createInterface(stderr)) {
      const url = /^DevTools listening on (\S+)$/.exec(line)?.[1];
      if (url === undefined) continue;
      // Read on, so that the browser never waits for a full pipe.
      stderr.resume();
      return url;
    }
  }
  throw new Error('The browser ended before it said where its debugger is.');
}
