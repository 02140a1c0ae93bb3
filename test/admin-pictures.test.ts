import { expect } from 'chai';

import { describeAdmin } from './support/admin-app.ts';
import { PICTURES } from './support/browser.ts';
import { arriveLate, LATE } from './support/late-pictures.ts';
import { write } from './support/posts.ts';
import { until } from './support/workers.ts';

/** Pictures among words, beside each other, in a table and in a box: nobody can guess how large they are. */
const CONTENT = [
  `A word, ![](${LATE}/among.svg) and more words.`,
  `![](${LATE}/left.svg) ![](${LATE}/right.svg)`,
  `| One | Two |\n| --- | --- |\n| ![](${LATE}/cell.svg) | words |`,
  `<div>\n\n![](${LATE}/box.svg)\n\n</div>`,
  `<img src="${LATE}/narrow.svg" width="160"> with words`,
  ...Array.from({ length: 12 }, (_, at) => `Line ${at} of what is read meanwhile.`),
].join('\n\n');

describeAdmin("pictures of unknown size, in the administrator's browser", ({ use, signedIn }) => {
  const unmeasured = async () => (await use().admin('GET', '/api/admin/pictures')).body.pictures as string[];

  it(
    'are measured by the way, so that they move nothing for any visitor',
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
});
