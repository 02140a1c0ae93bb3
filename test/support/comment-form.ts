import type { Locator, Page } from 'playwright-core';

/** The field for the name in the first form of a page. */
export function author(page: Page): Locator {
  return page.locator('form[data-write] [name=author]').first();
}

/** The field for the text in it. */
export function content(page: Page): Locator {
  return page.locator('form[data-write] [name=content]').first();
}

/** The button that sends it. */
export function send(page: Page): Locator {
  return page.getByRole('button', { name: 'Send' }).first();
}

/** What the form says of what was sent. */
export function status(page: Page): Promise<string> {
  return page.locator('[data-status]').first().innerText();
}

/** Fills in the form, and sends it. */
export async function write(page: Page, name: string, text: string): Promise<void> {
  await author(page).fill(name);
  await content(page).fill(text);
  await send(page).click();
}

/** The comments that hold these words, answers included. */
export function entry(page: Page, words: string): Locator {
  return page.locator('[data-comment]').filter({ hasText: words });
}
