import { expect } from 'chai';

import { crawl, type Crawl } from '../support/crawler.ts';
import { checkHtml, hasJava, NO_JAVA } from '../support/html-check.ts';
import { importRealBlog, NO_REAL_BLOG, realBlog, tellApart } from '../support/imported-blog.ts';
import { linksOf } from '../support/links.ts';
import { databaseKinds } from '../support/databases.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { fillSite } from '../support/site.ts';
import { newFolder } from '../support/run.ts';
import { skip } from '../support/skip.ts';

/** The number of pages of the real blog whose HTML is checked. */
const CHECKED = 60;

describe('the links of a page', () => {
  it('are all URLs in it, with the ids of link targets', () => {
    const { targets, ids } = linksOf(
      '<link rel=icon href=/i><link rel=preconnect href=/p><a href="#x" id=a>b</a><a name=n></a><img src=/c><template><a href=/t></a></template>',
    );
    expect(targets).to.deep.equal(['/i', '#x', '/c', '/t']);
    expect([...ids]).to.deep.equal(['a', 'n']);
  });
});

describe('every page of a sample blog', () => {
  checkEverything(fillSite, (crawled) => crawled.pages);
});

describe('every page of a real blog of 745 posts', function () {
  this.timeout(300_000);
  before(function () {
    if (realBlog() !== null) return;
    skip(this, `there is ${NO_REAL_BLOG}`, { optional: true });
  });
  checkEverything(
    async ({ url, token }) => expect(await importRealBlog(url, token)).to.equal(745),
    ({ pages }) => {
      const every = Math.ceil(pages.size / CHECKED);
      return new Map([...pages].toSorted(([a], [b]) => (a < b ? -1 : 1)).filter((_, at) => at % every === 0));
    },
  );
});

function checkEverything(
  fill: (service: TestService) => Promise<unknown>,
  sample: (crawled: Crawl) => ReadonlyMap<string, string>,
): void {
  let service: TestService | undefined;
  let folder: string | undefined;
  let crawled: Crawl;
  before(async () => {
    folder = await newFolder();
    service = await startTestService(databaseKinds[0]!, { SITE: 'on' });
    await fill(service);
    crawled = await crawl(service.url, { from: ['/', '/sitemap.xml'] });
  });
  after(() => service?.close());

  it('is reached, and has no broken link', async () => {
    expect(crawled.pages.size).to.be.greaterThan(30);
    const { ofSite } = await tellApart(service!.url, crawled.broken);
    expect(ofSite.slice(0, 20)).to.deep.equal([]);
  });

  it('is valid HTML', async function () {
    if (!hasJava()) skip(this, `there is ${NO_JAVA}`);
    expect((await checkHtml(sample(crawled), folder!)).slice(0, 20)).to.deep.equal([]);
  });
}
