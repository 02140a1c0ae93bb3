import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';

import { builtApp } from '../server/site/admin/built.ts';
import { TOKEN_KEY } from '../test/support/admin-app.ts';
import { keptOn, typeAtEnd } from '../test/support/editor.ts';
import { killAll, startKillable } from '../test/support/killable-browser.ts';
import { read, write } from '../test/support/posts.ts';
import { announceRun, newFolder } from '../test/support/run.ts';
import { startTestService, type TestService } from '../test/support/service.ts';
import { cleanUp } from '../test/support/started.ts';
import { findChromium } from './chromium.ts';
import { inWorkshop } from './processes.ts';

// How much text is lost when the browser is killed while somebody types: `node bench/editor-kills.ts [moments]`.
// Words are numbered. Each line says which was typed last, and which ones the service and the device have afterwards.

/** Milliseconds of typing that may be lost. */
const MOST = 2000;
const MOMENTS = Number(process.argv[2] ?? 20);
/** Milliseconds between two words, and after which a kill comes at random. */
const PACE = { word: 150, pause: 4000, atLeast: 2000, atMost: 12_000 };

const chromium = findChromium({ shell: true });
if (chromium === null) throw new Error('There is no Chromium.');

await inWorkshop(async (folder) => {
  announceRun(folder, null);
  const freshUrl = () => Promise.resolve(`sqlite:${join(folder, 'blog.db')}`);
  const service = await startTestService({ name: 'SQLite', freshUrl }, { SITE: 'on' });
  await builtApp();
  try {
    await torment(service, chromium);
  } finally {
    killAll();
    await service.close();
    await cleanUp();
  }
}, killAll);

async function torment(service: TestService, path: string): Promise<void> {
  let worst = { here: 0, elsewhere: 0 };
  for (let moment = 1; moment <= MOMENTS; moment++) {
    const after = PACE.atLeast + Math.random() * (PACE.atMost - PACE.atLeast);
    const { typed, onService, onDevice, here, elsewhere } = await killAfter(path, service, after);
    worst = { here: Math.max(worst.here, here), elsewhere: Math.max(worst.elsewhere, elsewhere) };
    console.log(
      `${String(moment).padStart(2)}  killed after ${(after / 1000).toFixed(1).padStart(4)} s  typed ${typed}` +
        `  service ${onService}  device ${onDevice}  lost ${seconds(here)} here, ${seconds(elsewhere)} on another device`,
    );
  }
  console.log(`At most ${seconds(worst.here)} of typing was lost here, ${seconds(worst.elsewhere)} on another device.`);
  if (Math.max(worst.here, worst.elsewhere) > MOST) process.exitCode = 1;
}

/** Types numbered words until the browser is killed, and looks for the last one that is left. */
async function killAfter(path: string, { url, token, ...rest }: TestService, milliseconds: number) {
  const used = { url, token, ...rest };
  const id = await write(used, { title: 'Killed', status: 'draft' });
  const profile = await newFolder();
  const browser = await startKillable(path, profile);
  await openEditor(browser.page, used, id);
  await typeAtEnd(browser.page, 'Start. ');
  const stamps: number[] = [];
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    await browser.page.keyboard.type(`w${stamps.length + 1} `);
    stamps.push(performance.now());
    // Now and then somebody thinks, and the text is saved to the service.
    await setTimeout(Math.random() < 0.02 ? PACE.pause : PACE.word);
  }
  const killedAt = performance.now();
  await browser.kill();
  const onService = lastWord((await read(used, id)).content);
  const next = await startKillable(path, profile);
  await next.page.goto(new URL('/healthz', url).href);
  const onDevice = lastWord(await keptOn(next.page));
  await next.kill();
  const lost = (kept: number) => (kept < stamps.length ? killedAt - stamps[kept]! : 0);
  const here = lost(Math.max(onService, onDevice));
  return { typed: stamps.length, onService, onDevice, here, elsewhere: lost(onService) };
}

async function openEditor(page: Page, { url, token }: TestService, id: string): Promise<void> {
  await page.goto(new URL('/healthz', url).href);
  await page.evaluate(([key, value]) => localStorage.setItem(key!, value!), [TOKEN_KEY, token]);
  await page.goto(new URL(`/admin/posts/${id}`, url).href);
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

function lastWord(text: string): number {
  return Math.max(0, ...[...text.matchAll(/\bw(\d+) /g)].map(([, number]) => Number(number)));
}
