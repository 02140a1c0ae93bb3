import type { Locator, Page } from 'playwright-core';

/** The name field of the first form on a page. */
export function author(page: Page): Locator {
  return page.locator('form[data-write] [name=author]').first();
}

/** Its text field. */
export function content(page: Page): Locator {
  return page.locator('form[data-write] [name=content]').first();
}

/** Its submit button. */
export function send(page: Page): Locator {
  return page.getByRole('button', { name: 'Send' }).first();
}

/** Its status line. */
export function status(page: Page): Promise<string> {
  return page.locator('[data-status]').first().innerText();
}

/** Fills in the form, and submits it. */
export async function write(page: Page, name: string, text: string): Promise<void> {
  await author(page).fill(name);
  await content(page).fill(text);
  await send(page).click();
}

/** The comments that contain this text, replies included. */
export function entry(page: Page, words: string): Locator {
  return page.locator('[data-comment]').filter({ hasText: words });
}
