import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { expect } from 'chai';
import sharp from 'sharp';

import { fillPermalink, checkPattern } from '../../client/importers/markdown/permalinks.ts';
import { isSiteConfig, readConfigFile, readSite } from '../../client/importers/markdown/site/read-site.ts';
import { readSourcePost } from '../../client/importers/markdown/source-post.ts';
import { replaceUrls } from '../../client/importers/markdown/urls.ts';
import { openTerminal, writeFiles, type Terminal } from '../support/cli.ts';

const PNG = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
  .png()
  .toBuffer();
const post = (fields: string, text = '') => `---\n${fields}\n---\n\n${text}`;

describe('old addresses', () => {
  const FILE = 'blog/_posts/2024-02-04-My Post.md';
  const facts = readSourcePost(
    FILE,
    post('title: "It’s: a Test"\ncategories: [News, More]\ndate: 2024-02-04 05:06:07Z'),
  ).facts;

  for (const [pattern, address] of [
    ['/:year/:month/:day/:title/', '/2024/02/04/My-Post/'],
    ['/:categories/:year/:y_day/:title:output_ext', '/blog/news/more/2024/035/My-Post.html'],
    [':i_month-:i_day-:short_year/:slug.html', '/2-4-24/my-post.html'],
    ['/:section/:post_title', '/blog/its-a-test'],
    ['/%year%/%monthnum%/%hour%%minute%/%postname%', '/2024/02/0506/My-Post'],
    ['/:sections/:slugorfilename/', '/blog/2024-02-04-my-post/'],
    ['/:id', undefined],
  ] as const) {
    it(`by ${pattern}`, () => expect(fillPermalink(pattern, facts)).to.equal(address));
  }

  it('reject unknown tokens and patterns without one', () => {
    expect(() => checkPattern('/:year/:nonsense')).to.throw(':nonsense, which is not a token');
    expect(() => checkPattern('/posts')).to.throw('no token such as :title');
  });

  for (const [file, text, url, permalinks] of [
    [
      '_config.yml',
      'url: https://a.example\nbaseurl: /b\npermalink: pretty',
      'https://a.example/b',
      { '': '/:categories/:year/:month/:day/:title/' },
    ],
    ['_config.yml', 'title: Jekyll', undefined, { '': '/:categories/:year/:month/:day/:title.html' }],
    [
      '_config.yml',
      'url: https://a.example\nroot: /\nsource_dir: source',
      'https://a.example/',
      { '': ':year/:month/:day/:title/' },
    ],
    [
      'hugo.toml',
      'baseURL = "https://a.example/x/"\n[permalinks]\nposts = "/:year/:title/"',
      'https://a.example/x/',
      { '': '/:sections/:slugorfilename/', posts: '/:year/:post_title/' },
    ],
    [
      'config.yaml',
      'permalinks:\n  page:\n    posts: /:slug',
      undefined,
      { '': '/:sections/:slugorfilename/', posts: '/:slugorposttitle' },
    ],
    [
      'config.toml',
      'base_url = "https://a.example"',
      'https://a.example',
      { '': '/:sections/:slugorcontentbasename/' },
    ],
  ] as const) {
    it(`from ${file} with ${text.split('\n').at(-1)}`, () => {
      expect(isSiteConfig(file)).to.equal(true);
      const site = readSite([readConfigFile(file, text)])!;
      expect({ file: site.file, url: site.url, permalinks: site.permalinks }).to.deep.equal({ file, url, permalinks });
    });
  }
});

describe('URLs in a text', () => {
  it('are replaced in links, definitions and HTML, and kept in code', () => {
    const marked = replaceUrls(
      '[a](/x "t") ![b](</y z>) [c]: no\n\n[d]: /x\n<a class="e" href=\'/x\'>f</a>\n`[g](/x)`\n\n```md\n[h](/x)\n```\n[i](/p(q)r)',
      (url) => `!${url}`,
    );
    expect(marked).to.equal(
      '[a](!/x "t") ![b](<!/y z>) [c]: no\n\n[d]: !/x\n<a class="e" href="!/x">f</a>\n`[g](/x)`\n\n```md\n[h](/x)\n```\n[i](<!/p(q)r>)',
    );
  });
});

describe('octavo import of whole blogs', function () {
  let terminal: Terminal;
  let elsewhere: Server;
  before(async () => {
    terminal = await openTerminal();
    elsewhere = createServer((request, response) =>
      request.url === '/far.png' ? response.end(PNG) : response.writeHead(404).end(),
    ).listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
  });
  after(async () => {
    elsewhere?.close();
    await terminal?.close();
  });
  const contentOf = async (id: string) =>
    (await terminal.service.admin('GET', `/api/posts/${id}`)).body.post as { content: string; cover: string };
  const redirectOf = async (path: string) => {
    const { status, headers } = await terminal.service.call('GET', path);
    return status === 301 ? new URL(headers.get('location')!, terminal.service.url).pathname : status;
  };

  it('redirects the addresses of a Jekyll blog, and rewrites its links and images', async () => {
    const folder = await writeFiles(join(terminal.folder, 'jekyll'), {
      '_config.yml': 'url: https://old.example\nbaseurl: /blog\n',
      '_posts/2024-02-04-first.md': post(
        'title: First\nimage: /assets/cover.png',
        [
          '[by URL](https://old.example/blog/2024/02/05/second.html#what-s-new)',
          '[by path](/blog/2024/02/05/second.html) [own](#x) [elsewhere](https://x.example/2024/02/05/second.html)',
          '[by tag]({% post_url 2024-02-05-second %}) [gone](/nowhere.html)',
          '![a]({{ site.baseurl }}/assets/a.png) ![lost](/assets/lost.png)',
        ].join('\n'),
      ),
      '_posts/2024-02-05-second.md': post('title: Second', '## What’s new?\n\n[back](../04/first.html)'),
      'assets/a.png': PNG,
      'assets/cover.png': PNG,
    });
    const tried = await terminal.json(['import', 'markdown', folder, '--dry-run']);
    const report = await terminal.json(['import', 'markdown', folder]);
    const counted = { new: 2, redirects: 4, links: 4, uploads: 2 };
    expect(tried).to.include(counted);
    expect(report).to.include(counted);
    expect(report.pictures).to.deep.equal([{ file: '_posts/2024-02-04-first.md', pictures: ['/assets/lost.png'] }]);
    const { content, cover } = await contentOf('first');
    const [, picture = ''] = /!\[a\]\((.*?)\)/.exec(content) ?? [];
    expect(picture)
      .to.match(/^\/media\/\d{4}\/\d\d\/[\w-]+\.png$/)
      .and.equal(cover);
    expect((await terminal.service.call('GET', picture)).status).to.equal(200);
    expect(content.split('\n').slice(0, 3)).to.deep.equal([
      '[by URL](/posts/second#whats-new)',
      '[by path](/posts/second) [own](#x) [elsewhere](https://x.example/2024/02/05/second.html)',
      '[by tag](/posts/second) [gone](/nowhere.html)',
    ]);
    expect((await contentOf('second')).content).to.include('[back](/posts/first)');
    expect(await redirectOf('/2024/02/04/first.html')).to.equal('/posts/first');
    expect(await redirectOf('/blog/2024/02/05/second.html')).to.equal('/posts/second');
    expect(await terminal.json(['import', 'markdown', folder])).to.include({ new: 0, changed: 0, unchanged: 2 });
  });

  it('reads the bundles, references and static files of Hugo', async () => {
    const folder = await writeFiles(join(terminal.folder, 'hugo'), {
      'hugo.toml': 'baseURL = "https://hugo.example/"\n[permalinks]\nposts = "/:year/:slug/"\n',
      'content/posts/bundle/index.md': post(
        'title: A Bundle\ndate: 2024-03-01',
        '![a](a.png) ![b](/img/b.png) [c]({{< ref "other.md#part-2" >}}) [d](https://hugo.example/2024/the-other/)',
      ),
      'content/posts/bundle/a.png': PNG,
      'static/img/b.png': PNG,
      'content/posts/other.md': post('title: The Other\ndate: 2024-03-02', '## Part 2\n\n[[bundle|wiki]]'),
    });
    expect(await terminal.json(['import', 'markdown', folder])).to.include({
      new: 2,
      links: 3,
      uploads: 2,
      redirects: 2,
    });
    expect((await contentOf('bundle')).content).to.match(
      /^!\[a\]\(\/media\/\S+\) !\[b\]\(\/media\/\S+\) \[c\]\(\/posts\/other#part-2\) \[d\]\(\/posts\/other\)$/,
    );
    expect((await contentOf('other')).content).to.include('[wiki](/posts/bundle)');
    expect(await redirectOf('/2024/a-bundle/')).to.equal('/posts/bundle');
  });

  it('takes a pattern and the old URL from the command line, and images of other hosts when asked to', async () => {
    const { port } = elsewhere.address() as AddressInfo;
    const host = `http://127.0.0.1:${port}`;
    const folder = await writeFiles(join(terminal.folder, 'plain'), {
      'far.md': post(
        'title: Far\ndate: 2024-04-01',
        `![a](${host}/far.png) ![b](${host}/none.png) [c](https://was.example/p/near)`,
      ),
      'near.md': post('title: Near\ndate: 2024-04-02'),
    });
    const args = ['import', 'markdown', folder, '--permalink', '/p/:title', '--old-url', 'https://was.example'];
    expect((await terminal.run([...args.slice(0, 4), '/p'])).code).to.equal(2);
    expect(await terminal.json(args)).to.include({ new: 2, uploads: 0, links: 1 });
    expect((await contentOf('far')).content)
      .to.include(`![a](${host}/far.png)`)
      .and.include('[c](/posts/near)');
    const report = await terminal.json([...args, '--fetch-pictures']);
    expect(report).to.include({ changed: 1, uploads: 1 });
    expect(report.notes).to.deep.equal([{ file: 'far.md', reason: `${host}/none.png: Its host answers 404.` }]);
    expect((await contentOf('far')).content).to.match(/!\[a\]\(\/media\/\S+\)/);
    expect(await redirectOf('/p/near')).to.equal('/posts/near');
  });

  it('names a broken configuration', async () => {
    const folder = await writeFiles(join(terminal.folder, 'broken'), { '_config.yml': 'a: b: c', 'x.md': '' });
    const { refused } = await terminal.json(['import', 'markdown', folder, '--dry-run']);
    expect(refused.map(({ file }: { file: string }) => file)).to.deep.equal(['_config.yml']);
  });
});
