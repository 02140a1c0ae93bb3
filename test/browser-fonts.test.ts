import { expect } from 'chai';
import type { Page } from 'playwright-core';

import { siteFonts } from '../shared/site-fonts.ts';
import { skip } from './support/skip.ts';
import { describeSite } from './support/site.ts';
import { until } from './support/until.ts';

/** Stands for a font with Chinese letters, which every machine may or may not have: it has Latin letters as well. */
const CJK_FONT = '@font-face { font-family: "Noto Sans CJK SC"; src: local("DejaVu Sans Mono") }';
const POST = '/posts/reading';

describeSite('fonts of the site', ({ use, visiting }) => {
  const put = (settings: object) => use().admin('PUT', '/api/admin/settings', settings);
  before(async () => {
    const content = `The “quick” brown fox. It’s *fine* and **bold**.\n\n## A heading\n\n${'Words of a text. '.repeat(400)}`;
    const { status } = await use().admin('POST', '/api/posts', { id: 'reading', title: 'Reading', content });
    expect(status).to.equal(201);
  });
  beforeEach(() => put({ bodyFont: 'system', headingFont: 'system', customCss: '', language: 'en' }));

  it(
    'never show Latin letters in a Chinese font of the device',
    visiting(async ({ open, page }) => {
      await put({ customCss: CJK_FONT });
      await open(POST);
      for (const selector of ['.prose p', 'h1', '.meta time', '.bottom p']) {
        expect(await fontsOf(page, selector), selector).to.not.be.empty.and.not.include('DejaVu Sans Mono');
      }
    }),
  );

  // docs/interface.md, S7
  it(
    'are those of the settings, upright, italic and bold, and headings may have another',
    visiting(async ({ open, page }) => {
      await put({ bodyFont: 'source-serif-4', headingFont: 'inter', customCss: CJK_FONT });
      await open(POST);
      await page.evaluate(() => document.fonts.ready);
      for (const selector of ['.prose p', '.prose em', '.prose strong']) {
        await until(async () => (await fontsOf(page, selector)).every((name) => name.startsWith('Source Serif')));
      }
      for (const selector of ['h1', '.prose h2', '.top .name']) {
        await until(async () => (await fontsOf(page, selector)).every((name) => name.startsWith('Inter')));
      }
    }),
  );

  // docs/interface.md, S7
  it('occupy their final space from the start, in a font of the device', async function () {
    let hasSubstitutes = true;
    const compare = visiting(async ({ open, page }) => {
      for (const [name, { family }] of Object.entries(siteFonts)) {
        await put({ bodyFont: name });
        await open(POST);
        for (const weight of [400, 700]) {
          const before = await measured(page, weight, `${family} substitute`);
          const after = await measured(page, weight, family);
          expect(after, family).to.not.equal(null);
          hasSubstitutes &&= before !== null;
          if (!hasSubstitutes) return;
          expect(before!.width / after!.width, `width of ${family} ${weight}`).to.be.closeTo(1, 0.03);
          expect(before!.height / after!.height, `height of ${family} ${weight}`).to.be.closeTo(1, 0.03);
        }
      }
    });
    await compare();
    if (!hasSubstitutes) skip(this, 'there is neither Arial, Liberation nor Roboto');
  });

  it(
    'and everything else of the first load of a post are at most 120 KB',
    visiting(
      async ({ open, page }) => {
        for (const [bodyFont, headingFont] of [
          ['inter', 'source-serif-4'],
          ['literata', 'inter'],
          ['source-sans-3', 'literata'],
        ]) {
          await put({ bodyFont, headingFont });
          // Requests that the former page began too late never end.
          await page.goto('about:blank');
          const loaded = await countBytes(page);
          await open(POST);
          await page.evaluate(() => document.fonts.ready);
          await page.waitForLoadState('networkidle');
          await until(() => loaded().pending === 0);
          const { bytes, fonts } = loaded();
          expect(fonts, bodyFont).to.be.at.least(3);

          expect(bytes, `${bodyFont}, ${headingFont}`).to.be.at.most(120_000);
        }
      },
      { fresh: true },
    ),
  );
});

/** The fonts in which the text of an element is set, as the browser knows them. */
async function fontsOf(page: Page, selector: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  await session.detach();
  return fonts.map(({ familyName }) => familyName);
}

/** The room of a text in a font; null if there is no such font. */
async function measured(page: Page, weight: number, family: string): Promise<{ width: number; height: number } | null> {
  return page.evaluate(async (font) => {
    const text = 'The quick brown fox jumps over the lazy dog, and on it goes: words of an ordinary text in English.';
    const faces = await document.fonts.load(font, text).catch(() => []);
    if (faces.length === 0) return null;
    const context = document.createElement('canvas').getContext('2d')!;
    context.font = font;
    const { width, fontBoundingBoxAscent, fontBoundingBoxDescent } = context.measureText(text);
    return { width, height: fontBoundingBoxAscent + fontBoundingBoxDescent };
  }, `${weight} 100px "${family}"`);
}

/** Counts the encoded bytes of the requests that begin from now on, and the font files among them. */
async function countBytes(page: Page): Promise<() => { bytes: number; fonts: number; pending: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.setBypassServiceWorker', { bypass: true });
  const pending = new Set<string>();
  let bytes = 0;
  let fonts = 0;
  session.on('Network.requestWillBeSent', ({ requestId }) => pending.add(requestId));
  session.on('Network.loadingFailed', ({ requestId }) => pending.delete(requestId));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (pending.delete(requestId)) bytes += encodedDataLength;
  });
  session.on('Network.responseReceived', ({ type }) => (fonts += type === 'Font' ? 1 : 0));
  return () => ({ bytes, fonts, pending: pending.size });
}
