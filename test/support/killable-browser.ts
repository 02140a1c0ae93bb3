import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { chromium, type Page } from 'playwright-core';

import { chromiumArguments } from './chromium.ts';

/** A browser with a profile on disk, in its own process group. */
export interface KillableBrowser {
  page: Page;
  /** Kills all of its processes at once, like a power failure. */
  kill(): Promise<void>;
}

const running = new Set<ChildProcess>();

/**
 * Starts Chromium with a profile in a folder, so that its storage is persistent. Contexts of Playwright are in memory.
 *
 * @param profile the folder; that of a killed browser continues with its state
 */
export async function startKillable(executablePath: string, profile: string): Promise<KillableBrowser> {
  const flags = ['--headless=new', '--no-first-run', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const child = spawn(executablePath, [...chromiumArguments(), ...flags, 'about:blank'], {
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
      const ended = once(child, 'exit');
      killGroup(child);
      await ended;
      // Its other processes write into the profile until they have ended too. A container may keep them as zombies.
      for (let tries = 0; tries < 100 && killGroup(child); tries++) await setTimeout(10);
      running.delete(child);
    },
  };
}

/** For `after`: kills browsers that a failed test left running. */
export function killAll(): void {
  running.forEach(killGroup);
  running.clear();
}

/** @returns whether any of its processes still ran */
function killGroup({ pid }: ChildProcess): boolean {
  try {
    return pid !== undefined && process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}

async function debuggerOf({ stderr }: ChildProcess): Promise<string> {
  if (stderr) {
    for await (const line of createInterface(stderr)) {
      const url = /^DevTools listening on (\S+)$/.exec(line)?.[1];
      if (url === undefined) continue;
      // Keeps reading, so that the browser never waits for a full pipe.
      stderr.resume();
      return url;
    }
  }
  throw new Error('The browser ended before it said where its debugger is.');
}
