import { expect } from 'chai';
import { performance } from 'node:perf_hooks';
import type { Page } from 'playwright-core';

import { builtApp } from '../../server/site/admin/built.ts';
import { compose, TOKEN_KEY } from '../support/admin-app.ts';
import { needChromium } from '../support/browser.ts';
import { databaseKinds } from '../support/databases.ts';
import { markdownOn, says, typeAtEnd } from '../support/editor.ts';
import { killAll, startKillable } from '../support/killable-browser.ts';
import { write } from '../support/posts.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { newFolder } from '../support/run.ts';
import { cleanUp } from '../support/started.ts';

/** How much typing, in milliseconds, a killed browser may lose, and how many characters are typed before. */
const LOSS_LIMIT = 2000;
const MANY = 50;

describe('a browser that is killed while editing', function () {
  this.timeout(120_000);
  let chromium: string;
  let service: TestService | undefined;
  before(async function () {
    chromium = needChromium(this);
    service = await startTestService(databaseKinds[0]!, { SITE: 'on' });
    await builtApp();
  });
  after(async () => {
    killAll();
    await service?.close();
    await cleanUp();
  });

  it('loses no text that was reported as stored, and at most two seconds of typing', async () => {
    const profile = await newFolder();
    const id = await write(service!, { id: 'killed', title: 'Killed', content: '', status: 'draft' });
    const browser = await startKillable(chromium, profile);
    await openEditor(browser.page, service!, id);
    await typeAtEnd(browser.page, 'Called kept. ');
    await says(browser.page, 'Stored on this device');
    const stamps = await typeUntilDue(browser.page);
    const killedAt = performance.now();
    await browser.kill();

    const next = await startKillable(chromium, profile);
    await openEditor(next.page, service!, id);
    await next.page.getByRole('button', { name: 'Restore' }).click({ timeout: 10_000 });
    await says(next.page, 'Stored on this device');
    const due = dueAt(killedAt, stamps);
    expect(await markdownOn(next.page)).to.match(new RegExp(`^Called kept\\. x{${due},${stamps.length + 1}}$`));
    await next.kill();
  });
});

/** Opens the editor without saves to the service, so that only the device keeps the text. */
async function openEditor(page: Page, { url, token }: TestService, id: string): Promise<void> {
  await page.addInitScript(compose);
  await page.goto(new URL('/healthz', url).href);
  await page.evaluate(([key, value]) => localStorage.setItem(key!, value!), [TOKEN_KEY, token]);
  await page.goto(new URL(`/admin/posts/${id}`, url).href);
}

/** Types without a pause until many characters must not be lost; returns the time of each character. */
async function typeUntilDue(page: Page): Promise<number[]> {
  const stamps: number[] = [];
  while (dueAt(performance.now(), stamps) < MANY) {
    await page.keyboard.type('x', { delay: 20 });
    stamps.push(performance.now());
  }
  return stamps;
}

/** How many characters must not be lost when the browser is killed at this time. */
function dueAt(killedAt: number, stamps: readonly number[]): number {
  return stamps.filter((stamp) => stamp <= killedAt - LOSS_LIMIT).length;
}
