// npm run crawl: takes the 745 posts of a real blog in, follows every link of every page, and checks every page's HTML;
// ends with 1 when something is wrong.
import { join } from 'node:path';

import { crawl, type Problem } from './crawler.ts';
import { checkHtml, hasJava, NO_JAVA } from './html-check.ts';
import { importRealBlog, NO_REAL_BLOG, realBlog, tellApart } from './imported-blog.ts';
import { signIn, startOctavo } from './octavo.ts';
import { inWorkshop } from './processes.ts';

/** Problems of each kind that are printed. */
const SHOWN = 20;

if (realBlog() === null) {
  console.error(`There is ${NO_REAL_BLOG}.`);
  process.exitCode = 1;
} else {
  await inWorkshop(async (folder) => {
    const server = await startOctavo(join(folder, 'blog.db'), { ownAddress: true });
    const posts = await importRealBlog(server.url, await signIn(server));
    const { pages, asked, links, broken } = await crawl(server.url, { from: ['/', '/sitemap.xml'] });
    console.log(`${posts} posts: ${pages.size} pages, ${asked} addresses, ${links} links`);
    const { ofSite, ofWriters } = await tellApart(server.url, broken);
    console.log(`links of the posts' own text to what never was part of them: ${ofWriters.length}`);
    report('broken links', ofSite);
    if (hasJava()) report('errors in the HTML', await checkHtml(pages, folder));
    else report('check of the HTML', [{ page: '(all)', what: `There is ${NO_JAVA}.` }]);
  });
}

function report(kind: string, problems: Problem[]): void {
  const pages = new Set(problems.map(({ page }) => page)).size;
  console.log(`${kind}: ${problems.length}${problems.length > 0 ? `, on ${pages} pages` : ''}`);
  for (const { page, what } of problems.slice(0, SHOWN)) console.log(`  ${page}  ${what}`);
  if (problems.length > 0) process.exitCode = 1;
}
