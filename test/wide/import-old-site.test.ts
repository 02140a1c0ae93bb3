import { join } from 'node:path';

import { expect } from 'chai';
import { strToU8, zipSync } from 'fflate';
import { writeFile } from 'node:fs/promises';

import { sitemapSite } from '../../client/importers/old-site/sitemap.ts';
import { openTerminal, writeFiles, type Terminal } from '../support/cli.ts';
import { startSourceSite, type SourceSite } from '../support/source-site.ts';

const post = (fields: string) => `---\n${fields}\n---\n\nText`;
const page = (title: string, date: string) =>
  `<!doctype html><title>${title} – Blog</title><h1>${title}</h1><time datetime="${date}T08:00:00Z">then</time>`;
const sitemap = (urls: string[]) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;

const FILES = {
  'astro.config.mjs': 'export default { site: "https://old.example" }',
  'src/content/blog/first.md': post('title: "Fish &amp; Chips"\ndate: 2024-02-04'.replace('&amp;', '&')),
  'src/content/blog/again-1.md': post('title: Again\ndate: 2024-02-05'),
  'src/content/blog/again-2.md': post('title: Again\ndate: 2024-02-06'),
  'src/content/blog/same.md': post('title: Same path\ndate: 2024-02-07'),
  'src/content/blog/unbuilt.md': post('title: Not there\ndate: 2024-02-08'),
};

const BUILT = {
  'index.html': page('Blog', '2024-01-01'),
  'w/fish.html': page('Fish &amp; Chips', '2024-02-04'),
  'w/one/index.html': page('Again', '2024-02-05'),
  'w/two/index.html': page('Again', '2024-02-06'),
  'blog/same/index.html': page('Another heading', '2024-02-07'),
  'old/index.html': '<meta http-equiv="refresh" content="0; url=https://old.example/w/one/">',
};

describe('the addresses of the old site', () => {
  let terminal: Terminal;
  let elsewhere: SourceSite;
  let folder: string;
  before(async () => {
    terminal = await openTerminal();
    elsewhere = await startSourceSite();
    folder = await writeFiles(join(terminal.folder, 'astro'), FILES);
  });
  after(async () => {
    await elsewhere?.close();
    await terminal?.close();
  });
  const redirectOf = async (path: string) => {
    const { status, headers } = await terminal.service.call('GET', path);
    return status === 301 ? new URL(headers.get('location')!, terminal.service.url).pathname : status;
  };

  it('come from what its generator wrote, in a folder or a ZIP', async () => {
    const built = await writeFiles(join(terminal.folder, 'dist'), BUILT);
    const zip = join(terminal.folder, 'dist.zip');
    const inside = Object.entries(BUILT).map(([path, text]) => [path, strToU8(text)] as const);
    await writeFile(zip, zipSync(Object.fromEntries(inside)));
    const tried = await terminal.json(['import', 'markdown', folder, '--built', zip, '--dry-run']);
    const report = await terminal.json(['import', 'markdown', folder, '--built', built]);
    expect(tried).to.include({ new: 5, redirects: report.redirects });
    expect(report.drafts).to.deep.equal([
      { file: 'src/content/blog/unbuilt.md', reason: 'It was not public: dist has no page for it.' },
    ]);
    expect(report.notes).to.deep.equal([{ file: 'dist', reason: '1 of its addresses belongs to no post: /.' }]);
    expect(await redirectOf('/w/fish.html')).to.equal('/posts/first');
    expect(await redirectOf('/w/one/')).to.equal('/posts/again-1');
    expect(await redirectOf('/w/two/')).to.equal('/posts/again-2');
    expect(await redirectOf('/blog/same/')).to.equal('/posts/same');
    expect(await redirectOf('/old/')).to.equal('/posts/again-1');
    expect(await redirectOf('/blog/first/'), 'the address that the configuration suggests').to.equal(404);
    expect(await terminal.json(['import', 'verify', '--built', built])).to.deep.equal({
      ok: true,
      total: 6,
      pages: 1,
      redirects: 5,
      dead: [],
    });
  });

  it('come from its sitemap, which may name others, and are verified', async () => {
    const urls = ['/notes/2024/02/04/first', '/notes/again-1.html', '/gone/&amp;/'].map((path) => elsewhere.url + path);
    elsewhere.pages.set(
      '/sitemap.xml',
      `<sitemapindex><sitemap><loc>${elsewhere.url}/a.xml</loc></sitemap></sitemapindex>`,
    );
    elsewhere.pages.set('/a.xml', sitemap(urls));
    const from = ['--sitemap', `${elsewhere.url}/sitemap.xml`];
    const report = await terminal.json(['import', 'markdown', folder, ...from]);
    const reasons = report.notes.map(({ reason }: { reason: string }) => reason);
    expect(reasons).to.include(`1 of its addresses belongs to no post: /gone/&/.`);
    expect(reasons.filter((reason: string) => reason.endsWith('has no address for it.'))).to.have.length(3);
    expect(await redirectOf('/notes/2024/02/04/first')).to.equal('/posts/first');
    const failed = await terminal.run(['import', 'verify', ...from]);
    expect(failed.code).to.equal(1);
    expect(failed.stdout.trimEnd().split('\n').slice(-2)).to.deep.equal([
      '404 /gone/&/',
      '3 addresses: 2 redirect to a page, 0 are pages, 1 dead',
    ]);
    expect(failed.stderr).to.include('1 address leads to no page.');
  });

  it('are those with and without .html of a page that is a file, of which its canonical URL is verified', async () => {
    const files = await writeFiles(join(terminal.folder, 'docusaurus'), {
      'docusaurus.config.js': 'module.exports = { url: "https://old.example", baseUrl: "/", trailingSlash: false }',
      'blog/2024-02-04-storm.md': post('title: Storm'),
      'blog/2024-02-05-calm.md': post('title: Calm'),
      'blog/2024-02-06-fog.md': post('title: Fog'),
    });
    const canonical = (path: string) => `<link rel="canonical" href="https://old.example${path}">`;
    const built = await writeFiles(join(terminal.folder, 'build'), {
      '404.html': page('Not found', '2024-01-01'),
      'blog/2024/02/04/storm.html': page('Storm', '2024-02-04'),
      'blog/2024/02/05/calm.html': page('Calm', '2024-02-05') + canonical('/blog/2024/02/05/calm'),
      'elsewhere/mist.html': page('Fog', '2024-02-06') + canonical('/elsewhere/mist'),
    });
    const report = await terminal.json(['import', 'markdown', files, '--built', built]);
    expect(report).to.include({ new: 3, redirects: 6 });
    expect(report.notes, '404.html is no address').to.deep.equal([]);
    for (const end of ['', '.html']) {
      expect(await redirectOf(`/blog/2024/02/04/storm${end}`)).to.equal('/posts/storm');
      expect(await redirectOf(`/blog/2024/02/05/calm${end}`)).to.equal('/posts/calm');
      expect(await redirectOf(`/elsewhere/mist${end}`)).to.equal('/posts/fog');
    }
    const verified = await terminal.json(['import', 'verify', '--built', built]);
    expect(verified).to.deep.include({ total: 3, redirects: 3, dead: [] });
  });

  it('are missing for a site whose configuration is a program, which the report says', async () => {
    const { notes } = await terminal.json(['import', 'markdown', folder, '--dry-run']);
    expect(notes.map(({ reason }: { reason: string }) => reason)).to.include(
      '5 posts have no old address that is known for certain, because the configuration does not contain it: ' +
        'name the pattern with --permalink, or the built site with --built, or its sitemap with --sitemap. ' +
        'The paths of the files are taken.',
    );
  });

  it('do not matter in a folder without posts, which fails with a sentence', async () => {
    const empty = await writeFiles(join(terminal.folder, 'empty'), { 'hugo.toml': '', 'static/a.txt': 'text' });
    const { code, stderr } = await terminal.run(['import', 'markdown', empty]);
    expect(code).to.equal(1);
    expect(stderr).to.include('empty has no posts: choose the folder of a site with Markdown files.');
  });

  it('are rejected with a sentence if they are none', async () => {
    const cases: [args: string[], sentence: string][] = [
      [['--built', folder], 'astro contains no HTML files: choose the folder that the generator wrote.'],
      [['--built', join(terminal.folder, 'none')], 'cannot be read: there is no such file or folder.'],
      [['--sitemap', join(folder, 'astro.config.mjs')], 'astro.config.mjs is not a sitemap.'],
      [['--sitemap', `${elsewhere.url}/none.xml`], 'none.xml answers 404.'],
      [['--sitemap', 'a', '--built', 'b'], 'Give either --built or --sitemap.'],
    ];
    for (const [args, sentence] of cases) {
      const { code, stderr } = await terminal.run(['import', 'markdown', folder, ...args]);
      expect(code, sentence).to.be.above(0);
      expect(stderr).to.include(sentence);
    }
    expect((await terminal.run(['import', 'verify'])).stderr).to.include('with --sitemap or --built.');
    const index = strToU8('<sitemapindex></sitemapindex>');
    const failure = await sitemapSite('all.xml', index, undefined).catch((error: Error) => error.message);
    expect(failure).to.equal('all.xml names other sitemaps: choose one of these.');
  });
});
