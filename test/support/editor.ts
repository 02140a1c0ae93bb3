import { setTimeout } from 'node:timers/promises';

import type { Locator, Page } from 'playwright-core';

import type { Visitor } from './browser.ts';
import { LOCKED, SAMPLE } from './sample-posts.ts';

/** The elements of the editor. */
export interface EditorParts {
  title: Locator;
  text: Locator;
  /** The status line. */
  status: Locator;
  save: Locator;
  publish: Locator;
  update: Locator;
  /** The HTML of the preview. */
  prose: Locator;
}

/** Finds the elements. */
export function editorOn(page: Page): EditorParts {
  const bar = page.getByRole('region', { name: 'Post actions' });
  const button = (name: string) => bar.getByRole('button', { name, exact: true });
  return {
    title: page.getByRole('textbox', { name: 'Title', exact: true }),
    text: page.getByRole('textbox', { name: 'Text', exact: true }),
    status: bar.getByRole('status'),
    save: button('Save'),
    publish: button('Publish'),
    update: button('Update'),
    prose: page.frameLocator('iframe[title=Preview]').locator('.prose'),
  };
}

/** Publishes or updates the post: opens the publish panel with a button of the bar, and confirms. */
export async function publishWith(button: Locator): Promise<void> {
  await button.click();
  await confirmButton(button.page()).click();
}

/** The same with keys: the first press opens the panel, and the second confirms. */
export async function publishByKeys(page: Page): Promise<void> {
  await page.keyboard.press('Control+Enter');
  await page.locator('.publish-actions button:focus').waitFor();
  await page.keyboard.press('Control+Enter');
}

/** The button of the publish panel that confirms. */
export function confirmButton(page: Page): Locator {
  return page.locator('.publish-actions').getByRole('button').last();
}

/** Waits until the status line has this text. */
export async function says(page: Page, text: string | RegExp): Promise<void> {
  const { status } = editorOn(page);
  const said = status.filter({ hasText: text }).waitFor();
  await said.catch(async (cause: unknown) => {
    throw new Error(`The status line says: ${(await status.allInnerTexts()).join(' | ')}`, { cause });
  });
}

/** Types at the end of the text. */
export async function typeAtEnd(page: Page, words: string): Promise<void> {
  await editorOn(page).text.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(words);
}

/** Types into the protected post of the sample blog in a browser that cannot encrypt, and so keeps nothing of it. */
export async function typeUnstorable({ open, page }: Visitor, words: string): Promise<void> {
  await open(`/admin/posts/${SAMPLE.locked}`);
  await page.getByLabel('Password of the post').fill(LOCKED.password);
  await page.getByRole('button', { name: 'Open' }).click();
  await editorOn(page).text.waitFor();
  await page.evaluate(() => Object.defineProperty(crypto, 'subtle', { value: undefined }));
  await typeAtEnd(page, words);
}

/** The Markdown in the editor, whatever it shows of it. */
export async function markdownOn(page: Page): Promise<string> {
  return editorOn(page).text.evaluate((content) => (content as Element as Content).cmTile.view.state.doc.toString());
}

/** Waits until the editor has this text. */
export async function showsText(page: Page, markdown: string): Promise<void> {
  await page.waitForFunction((wanted) => {
    const content = document.querySelector('.editor-code .cm-content');
    return (content as Content | null)?.cmTile.view.state.doc.toString() === wanted;
  }, markdown);
}

/** The content element of CodeMirror, which leads to its view. */
type Content = Element & { cmTile: { view: { state: { doc: { toString(): string } } } } };

/** Everything that the browser stores for the site, as one text. */
export async function keptOn(page: Page): Promise<string> {
  const inStorage = await page.evaluate(() => [{ ...localStorage }, { ...sessionStorage }]);
  return JSON.stringify([...inStorage, await keptInDatabase(page)]);
}

/** The content of the app's IndexedDB, by key. */
export function keptInDatabase(page: Page): Promise<Record<string, unknown>> {
  return page.evaluate(async () => {
    const result = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error!));
      });
    const opening = indexedDB.open('octavo');
    // The app has not created it yet.
    opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
    const database = await result(opening).catch(() => null);
    if (!database) return {};
    const store = database.transaction('kept').objectStore('kept');
    const [keys, values] = await Promise.all([result(store.getAllKeys()), result(store.getAll())]);
    database.close();
    return Object.fromEntries(keys.map((key, at) => [String(key), values[at] as unknown]));
  });
}

/** All that the browser stores for the origin, in every database and cache and the history, as one text. */
export function allStored(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const result = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error!));
      });
    const texts: unknown[] = [{ ...localStorage }, { ...sessionStorage }, history.state];
    for (const { name } of await indexedDB.databases()) {
      const database = await result(indexedDB.open(name!));
      for (const store of database.objectStoreNames) {
        texts.push(await result(database.transaction(store).objectStore(store).getAll()));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      const answers = await Promise.all((await cache.keys()).map((key) => cache.match(key, { ignoreVary: true })));
      for (const answer of answers) texts.push(await answer?.text());
    }
    return JSON.stringify(texts);
  });
}

/** Waits until this is stored on the device. */
export async function isKept(page: Page, words: string, timeout: number): Promise<void> {
  const end = performance.now() + timeout;
  while (!JSON.stringify(await keptInDatabase(page)).includes(words)) {
    if (performance.now() > end) throw new Error(`“${words}” was not kept within ${timeout} ms.`);
    await setTimeout(20);
  }
}
