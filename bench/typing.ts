import { join } from 'node:path';
import type { Page } from 'playwright-core';

import { send } from '../test/support/plain-http.ts';
import { findChromium, launchChromium, NO_CHROMIUM } from '../test/support/chromium.ts';
import { signIn, startOctavo } from './octavo.ts';
import { inWorkshop } from './processes.ts';
import { publish } from './results.ts';
import { median } from './statistics.ts';
import { figure, table } from './table.ts';

// How long a key takes until its letter is painted, in a text of 5,000 words: `node bench/typing.ts [--keep] [keys]`. Beside
// the editor, with and without its preview, a bare textarea with the same text is measured in the same browser.

const KEYS = Number(process.argv.slice(2).find((argument) => argument !== '--keep') ?? 200);
const WORDS = 5000;
/** What the median may be of that of a textarea. */
const MOST = 3;

/** The key of the app's token in localStorage. */
const TOKEN_KEY = 'octavo-admin-token';
const text = Array.from(
  { length: WORDS / 50 },
  (_, at) => `## Part ${at}\n\n${'Some *words* of a text. '.repeat(10)}`,
).join('\n\n');

const executablePath = findChromium();
if (executablePath === null) throw new Error(`There is ${NO_CHROMIUM}.`);
await inWorkshop(async (folder) => {
  const octavo = await startOctavo(join(folder, 'typing.db'), { ownAddress: true });
  const token = await signIn(octavo);
  const headers = { authorization: `Bearer ${token}` };
  const json = { id: 'long', title: 'Long', content: text, status: 'draft' };
  const { status } = await send(`${octavo.url}/api/posts`, { method: 'POST', headers, json });
  if (status !== 201) throw new Error(`The post was answered with ${status}.`);
  const browser = await launchChromium(executablePath);
  try {
    const page = await browser.newPage();
    await page.goto(`${octavo.url}/healthz`);
    await page.evaluate(([key, value]) => localStorage.setItem(key!, value!), [TOKEN_KEY, token]);
    await measure(page, octavo.url);
  } finally {
    await browser.close();
  }
});

async function measure(page: Page, url: string): Promise<void> {
  await page.setContent('<textarea style="width: 44rem; height: 40rem; font: 17px sans-serif"></textarea>');
  await page.locator('textarea').fill(text);
  const bare = await medianOf(page, 'textarea');
  const typed: Record<string, number> = { 'bare textarea': bare };
  for (const isPreviewed of [false, true]) {
    await page.goto(`${url}/admin/posts/long`);
    await page.locator('.cm-content').waitFor();
    if (isPreviewed) {
      await page.keyboard.press('Control+Shift+P');
      await page.frameLocator('.editor-page').locator('h2').last().waitFor();
    }
    typed[isPreviewed ? 'editor with preview' : 'editor'] = await medianOf(page, '.cm-content');
  }
  if (Math.max(...Object.values(typed)) > MOST * bare) process.exitCode = 1;
  const rows = Object.entries(typed).map(([name, time]) => [name, figure(time), (time / bare).toFixed(2)]);
  const sections = [
    `From a key to the end of the next frame, in a text of ${WORDS.toLocaleString('en-US')} words into whose middle ${KEYS} keys are typed, one every 30 ms; medians in the same browser, while the editor saves by itself. At most ${MOST} times the textarea is wanted.`,
    table(['', 'ms', 'times the textarea'], rows),
  ];
  await publish('typing', { title: 'Typing', sections }, { keep: process.argv.includes('--keep') });
}

/** The median of the milliseconds from a key to the end of the next frame, while keys are typed in the middle. */
async function medianOf(on: Page, selector: string): Promise<number> {
  await on.locator(selector).click();
  await on.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { times });
    window.addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => {
          // A message comes after the frame was painted.
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', () => times.push(performance.now() - timeStamp));
          port1.start();
          port2.postMessage(null);
        }),
      true,
    );
  });
  await on.keyboard.type('a word '.repeat(Math.ceil(KEYS / 7)), { delay: 30 });
  const times = await on.evaluate(() => (window as unknown as { times: number[] }).times);
  return median(times);
}
