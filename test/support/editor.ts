import type { Locator, Page } from 'playwright-core';

/** The parts of the editor that tests touch. */
export interface EditorParts {
  title: Locator;
  text: Locator;
  /** Says where the newest words are. */
  status: Locator;
  save: Locator;
  publish: Locator;
  update: Locator;
  /** The HTML of the text in the preview. */
  prose: Locator;
}

/** Finds them. */
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

/** Waits until the status line says this. */
export async function says(page: Page, text: string | RegExp): Promise<void> {
  await editorOn(page).status.filter({ hasText: text }).waitFor();
}

/** Writes at the end of the text. */
export async function typeAtEnd(page: Page, words: string): Promise<void> {
  await editorOn(page).text.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(words);
}

/** The Markdown in the editor, line by line, as far as it is on the screen. */
export async function markdownOn(page: Page): Promise<string> {
  return (await editorOn(page).text.locator('.cm-line').allInnerTexts())
    .map((line) => line.replace(/\n$/, ''))
    .join('\n');
}

/** Waits until the text in the editor is this. */
export async function showsText(page: Page, markdown: string): Promise<void> {
  await page.waitForFunction((wanted) => {
    const lines = [...document.querySelectorAll<HTMLElement>('.editor-code .cm-line')];
    return lines.map(({ innerText }) => innerText.replace(/\n$/, '')).join('\n') === wanted;
  }, markdown);
}

/** Everything that the browser keeps for the site, as one text. */
export async function keptOn(page: Page): Promise<string> {
  const inStorage = await page.evaluate(() => [{ ...localStorage }, { ...sessionStorage }]);
  return JSON.stringify([...inStorage, await keptInDatabase(page)]);
}

/** What the browser keeps for the site in the app's database, by its keys. */
export function keptInDatabase(page: Page): Promise<Record<string, unknown>> {
  return page.evaluate(async () => {
    const result = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error!));
      });
    const opening = indexedDB.open('octavo');
    // Nothing is there before the app made it.
    opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
    const database = await result(opening).catch(() => null);
    if (!database) return {};
    const store = database.transaction('kept').objectStore('kept');
    const [keys, values] = await Promise.all([result(store.getAllKeys()), result(store.getAll())]);
    database.close();
    return Object.fromEntries(keys.map((key, at) => [String(key), values[at] as unknown]));
  });
}

/** Waits until this lies on the disk. */
export async function isKept(page: Page, words: string, timeout: number): Promise<void> {
  const end = performance.now() + timeout;
  while (!JSON.stringify(await keptInDatabase(page)).includes(words)) {
    if (performance.now() > end) throw new Error(`“${words}” was not kept within ${timeout} ms.`);
  }
}
