import { expect } from 'chai';

import { accessibilityProblems } from '../support/axe.ts';
import { SAMPLE } from '../support/sample-posts.ts';
import { describeSite } from '../support/site.ts';

describeSite('accessibility of the reading site', ({ preview, visiting }) => {
  const pages: Record<string, () => string> = {
    'the home page': () => '/',
    'an older page of the list': () => '/page/2',
    'a post with everything': () => `/posts/${SAMPLE.long}`,
    'a Chinese post': () => `/posts/${SAMPLE.chinese}`,
    'a post with an Arabic title': () => `/posts/${SAMPLE.arabic}`,
    'a locked post': () => `/posts/${SAMPLE.locked}`,
    'a hostile post': () => `/posts/${SAMPLE.hostile}`,
    'a tag': () => '/tags/walking',
    'a category': () => '/categories/Travel',
    'the archive': () => '/archive',
    'the empty search page': () => '/search',
    'search results': () => '/search?q=garden',
    'a search that finds nothing': () => '/search?q=zyxwvu',
    'the guestbook': () => '/guestbook',
    'a preview': preview,
    'the page of what does not exist': () => '/nothing',
  };

  for (const [name, path] of Object.entries(pages)) {
    it(
      `axe finds nothing on ${name}, and nothing is wider than a window of 320 pixels, in both directions`,
      visiting(async ({ open, page, expectProblem }) => {
        const status = await open(path());
        if (name.includes('does not exist')) await expectProblem(/status of 404/);
        else expect(status).to.equal(200);
        expect(await accessibilityProblems(page, { turned: true })).to.deep.equal([]);
        await page.setViewportSize({ width: 320, height: 640 });
        for (const dir of ['ltr', 'rtl']) {
          const width = (of: string) => ((document.documentElement.dir = of), document.documentElement.scrollWidth);
          expect(await page.evaluate(width, dir), dir).to.be.at.most(320);
        }
      }),
    );
  }
});
