import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';

import { builtApp } from '../server/site/admin/built.ts';
import { findChromium, launchChromium, NO_CHROMIUM } from './chromium.ts';
import { ghostClicks } from './ghost-clicks.ts';
import { send } from './http.ts';
import { landscape } from './landscape.ts';
import { ownerJobs, type Job } from './owner-jobs.ts';
import { signIn, startOctavo, type Octavo } from './octavo.ts';
import { inWorkshop } from './processes.ts';
import { publish } from './results.ts';
import { table } from './table.ts';

// How many clicks an owner's jobs take, counted by the browser while they are done: `node bench/clicks.ts`. Words are
// typed, Enter ends them; neither is a click. Beside them those of Ghost. Fails when a job takes more than Ghost's.

/** The key of the app's token in localStorage. */
const TOKEN_KEY = 'octavo-admin-token';

const executablePath = findChromium();
if (executablePath === null) throw new Error(`There is ${NO_CHROMIUM}.`);
await builtApp();
await inWorkshop(async (folder) => {
  const octavo = await startOctavo(join(folder, 'clicks.db'), { ownAddress: true });
  const token = await signIn(octavo);
  await fill(octavo, token);
  const file = join(folder, 'picture.svg');
  await writeFile(file, landscape('/clicks'));
  const browser = await launchChromium(executablePath);
  try {
    const counted: Record<string, number> = {};
    for (const job of ownerJobs) {
      const clicks = await count(browser, octavo.url, token, job, file);
      const ghost = ghostClicks[job.name];
      counted[job.name] = clicks;
      console.log(`${job.name}: ${clicks}, Ghost ${ghost.clicks.length}`);
      if (clicks > ghost.clicks.length) process.exitCode = 1;
    }
    const rows = Object.entries(ghostClicks).map(([job, { from, clicks }]) => [
      job,
      from,
      String(counted[job]),
      `${clicks.length}: ${clicks.join(' → ')}`,
    ]);
    const sections = [
      'Counted by the browser; typing and Enter are no clicks. Those of Ghost are read, not measured.',
      table(['Job', 'From', 'Octavo', 'Ghost'], rows),
    ];
    await publish('clicks', { title: 'Clicks', sections }, { keep: true });
  } finally {
    await browser.close();
  }
});

async function count(browser: Browser, url: string, token: string, { path, act }: Job, file: string): Promise<number> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 900 } });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    await page.goto('/healthz');
    await page.evaluate(([key, value]) => localStorage.setItem(key!, value!), [TOKEN_KEY, token]);
    let clicks = 0;
    await page.exposeFunction('clicked', () => clicks++);
    await page.addInitScript(() =>
      window.addEventListener('pointerdown', (window as unknown as { clicked(): void }).clicked, true),
    );
    await page.goto(path);
    await page.locator('main').waitFor();
    // The stream of events never ends.
    await page.waitForLoadState('networkidle', { timeout: 2000 }).catch(() => undefined);
    await act(page, file);
    return clicks;
  } finally {
    await context.close();
  }
}

/** Posts of every state that the jobs need, and two comments of one spammer. */
async function fill({ url }: Octavo, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const post = async (path: string, json: object, method = 'POST') => {
    const { status } = await send(url + path, { method, headers, json });
    if (status >= 300) throw new Error(`${method} ${path} was answered with ${status}.`);
  };
  for (let at = 1; at <= 6; at++)
    await post('/api/posts', { id: `draft-${at}`, title: `Draft ${at}`, content: 'Words.', status: 'draft' });
  for (let at = 1; at <= 3; at++) {
    await post('/api/posts', { id: `live-${at}`, title: `Live ${at}`, content: 'First words.' });
    await post(`/api/posts/live-${at}`, { content: 'Other words.' }, 'PUT');
  }
  for (let at = 1; at <= 2; at++) {
    const { status } = await send(`${url}/api/posts/live-1/comments`, {
      method: 'POST',
      json: { author: 'Spammer', content: `Buy now ${at}` },
    });
    if (status >= 300) throw new Error(`The comment was answered with ${status}.`);
  }
}
