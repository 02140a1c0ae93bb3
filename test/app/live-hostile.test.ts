import { expect } from 'chai';
import type { Page } from 'playwright-core';

import { describeAdmin } from '../support/admin-app.ts';
import type { Visitor } from '../support/browser.ts';
import { editorOn, markdownOn } from '../support/editor.ts';
import { HOSTILE, HOSTILE_PLACES } from '../support/hostile-texts.ts';
import { samplePosts, SAMPLE } from '../support/sample-posts.ts';
import { write } from '../support/posts.ts';

/** More than any of the texts has. */
const MOST_LINES = 200;
const ofSample = samplePosts().find(({ id }) => id === SAMPLE.hostile)!['content'] as string;
const texts = { 'of the sample blog': ofSample, 'of the protected trap': HOSTILE, 'of every place': HOSTILE_PLACES };

// `asVisitor` fails on dialogs, violations of the policy and requests to hosts that are not of the test.
describeAdmin('a hostile text in the live view', ({ use, signedIn }) => {
  for (const [name, content] of Object.entries(texts)) {
    it(
      `${name} runs nothing, and loads nothing that the site does not load`,
      signedIn(
        async (visitor) => {
          const { open, page } = visitor;
          await page.route('**/posts/{x,1}', (route) =>
            route.fulfill({ contentType: 'image/svg+xml', body: '<svg/>' }),
          );
          const id = await write(use(), { title: 'Hostile', content });
          const bySite = await loadedBy(visitor, async () => {
            await open(`/posts/${id}`);
            // As when a visitor scrolls to the end; the browser decides when.
            await page.evaluate(() => {
              for (const image of document.images) image.loading = 'eager';
            });
            // Also those that fail.
            await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
          });
          const byEditor = await loadedBy(visitor, async () => {
            await open(`/admin/posts/${id}`);
            await walkThrough(page);
            await page.waitForLoadState('networkidle');
          });
          expect([...byEditor].filter((url) => !bySite.has(url))).to.deep.equal([]);
          expect(await page.evaluate(() => '__pwned' in globalThis)).to.equal(false);
          const text = page.locator('.cm-content');
          expect(
            await text.evaluate((root) => {
              const isHostile = (attribute: string) => /^on|^style$|^srcdoc$|^ping$/.test(attribute);
              const found = [...root.querySelectorAll('*:not(.cm-gap)')].filter((element) =>
                element.getAttributeNames().some(isHostile),
              );
              return found.map(({ outerHTML }) => outerHTML);
            }),
          ).to.deep.equal([]);
          const refused = 'script, style, iframe, form, object, embed, link, base, meta, svg, [href^="javascript:" i]';
          expect(await text.locator(refused).count()).to.equal(0);
          expect(await markdownOn(page)).to.equal(content);
        },
        { fresh: true },
      ),
    );
  }
});

/** The URLs that are requested during an action, without the files of the app and of the pages. */
async function loadedBy({ context, page }: Visitor, act: () => Promise<void>): Promise<Set<string>> {
  const urls = new Set<string>();
  const note = (request: { url(): string }) => void urls.add(request.url());
  context.on('request', note);
  await act();
  context.off('request', note);
  const { origin } = new URL(page.url());
  return new Set([...urls].filter((url) => !/^\/(?:admin|assets|api|trpc)\b/.test(url.replace(origin, ''))));
}

/** Puts the cursor into each line, which opens and closes each block, then shows the Markdown and the text again. */
async function walkThrough(page: Page): Promise<void> {
  await editorOn(page).text.click();
  await page.keyboard.press('Control+Home');
  for (let line = 0; line < MOST_LINES; line++) await page.keyboard.press('ArrowDown');
  for (let line = 0; line < MOST_LINES; line++) await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Control+Alt+m');
  await page.keyboard.press('Control+Alt+m');
  await page.keyboard.press('Control+a');
}
