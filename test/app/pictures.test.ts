import { expect } from 'chai';

import { describeAdmin } from '../support/admin-app.ts';
import { PICTURES } from '../support/picture-host.ts';
import { arriveLate, LATE } from '../support/late-pictures.ts';
import { write } from '../support/posts.ts';
import { until } from '../support/until.ts';

/** Images in text, beside each other, in a table and in details, all of unknown size. */
const CONTENT = [
  `A word, ![](${LATE}/among.svg) and more words.`,
  `![](${LATE}/left.svg) ![](${LATE}/right.svg)`,
  `| One | Two |\n| --- | --- |\n| ![](${LATE}/cell.svg) | words |`,
  `<div>\n\n![](${LATE}/box.svg)\n\n</div>`,
  `<img src="${LATE}/narrow.svg" width="160"> with words`,
  ...Array.from({ length: 12 }, (_, at) => `Line ${at} of what a visitor reads.`),
].join('\n\n');

describeAdmin("images of unknown size, in the administrator's browser", ({ use, signedIn }) => {
  const unmeasured = async () => (await use().admin('GET', '/api/admin/pictures')).body.pictures as string[];

  it(
    'are measured in the background, so that they cause no layout shift for visitors',
    signedIn(async ({ open, page }) => {
      const id = await write(use(), { title: 'Many pictures', content: CONTENT });
      const address = `${use().url}/posts/${id}`;
      expect((await arriveLate(page, address)).moves, 'before').not.to.deep.equal([]);
      await until(async () => (await unmeasured()).includes(`${LATE}/narrow.svg`));
      const referrers: (string | null)[] = [];
      page.on('request', async (request) => {
        if (request.url().startsWith(PICTURES)) referrers.push(await request.headerValue('referer'));
      });
      await open('/admin/comments');
      await page.unrouteAll();
      await until(async () => (await unmeasured()).length === 0);
      expect(new Set(referrers)).to.deep.equal(new Set([null]));
      const { moves, before, after } = await arriveLate(page, address);
      expect(moves).to.deep.equal([]);
      expect(after).to.deep.equal(before);
      expect(after).to.include(90);
    }),
  );

  it(
    'keep their space, whatever their format',
    signedIn(async ({ open, page }) => {
      const kinds: Record<string, string> = {
        'shape.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 400"/>',
        'none.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
        'huge.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="200000" height="10"/>',
        'small.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"/>',
      };
      await page.route(`${PICTURES}/kinds/**`, (route) => {
        const body = kinds[new URL(route.request().url()).pathname.split('/').at(-1) ?? ''];
        return body === undefined ? route.continue() : route.fulfill({ contentType: 'image/svg+xml', body });
      });
      const pictures = Object.keys(kinds).map((name) => `Here: ![](${PICTURES}/kinds/${name})`);
      const id = await write(use(), { title: 'Kinds', content: pictures.join('\n\n') });
      const sizes = async () => {
        await open(`/posts/${id}`);
        return page.locator('.prose img').evaluateAll(async (images) => {
          for (const image of images as HTMLImageElement[]) {
            image.loading = 'eager';
            await image.decode();
          }
          return images.map(({ clientWidth, clientHeight }) => `${clientWidth} x ${clientHeight}`);
        });
      };
      const unknown = await sizes();
      await until(async () => (await unmeasured()).includes(`${PICTURES}/kinds/small.svg`));
      await open('/admin/media');
      await until(async () => (await unmeasured()).length === 0);
      expect(await sizes()).to.deep.equal(unknown);
      const widths = await page.locator('.prose img').evaluateAll((all) => all.map((one) => one.getAttribute('width')));
      expect(widths).to.deep.equal(['2000', '300', null, '20']);
    }),
  );
});
