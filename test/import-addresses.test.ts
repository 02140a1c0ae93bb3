import { strToU8 } from 'fflate';
import { expect } from 'chai';

import { readEntries } from '../client/importers/given/folder-entries.ts';
import { collect } from '../client/importers/markdown/collect.ts';

const post = (fields = '') => `---\ntitle: A Title\ndate: 2020-03-04T10:00:00Z\n${fields}\n---\nText`;

/** The old addresses of public posts, and the reasons for drafts. */
async function placed(site: Record<string, string>): Promise<Record<string, string[] | string>> {
  const { posts } = await collected(site);
  return Object.fromEntries([...posts].map(([path, { aliases, draftBecause }]) => [path, draftBecause ?? aliases]));
}

async function collected(site: Record<string, string>) {
  const files = Object.entries(site).map(([path, text]) => ({
    path,
    size: text.length,
    read: () => Promise.resolve(strToU8(text)),
  }));
  const report = { refused: [], skipped: [], notes: [] };
  return { ...(await collect(readEntries(files), report, undefined)), report };
}

/** What Hugo 0.111, Jekyll 4.3 and Hexo 8 wrote for these sites. */
describe('the addresses and drafts of a generator', () => {
  it('Hugo: languages, ugly URLs, sections, slugs and aliases', async () => {
    expect(
      await placed({
        'hugo.toml': `baseURL = "https://old.example/"
uglyURLs = true
ignoreFiles = ['\\.draft\\.md$', "secret/"]
[permalinks]
news = "/:sections[1:]/:filename/"
posts = "/:year/:monthname/:weekday/:yearday/:title/"
[languages.en]
[languages.de.permalinks]
posts = "/artikel/:slug/"`,
        'content/posts/a.md': post(),
        'content/posts/a.de.md': post(),
        'content/posts/b.draft.md': post(),
        'content/secret/c.md': post(),
        'content/news/x/y/z.md': post(),
        'content/other/n.md': post('slug: 7'),
        'content/other/f.md': post('slug: false'),
        'content/other/u.md': post('url: wo/dort'),
        'content/other/al.de.md': post('aliases: [old, /older/, sub/x]'),
        'content/other/bundle/index.md': post(),
        'content/other/Großes  Ä – b.md': post(),
        'content/hid/_index.md': '---\ncascade:\n  _build:\n    render: never\n---\n',
        'content/hid/x.md': post(),
      }),
    ).to.deep.equal({
      'content/posts/a.md': ['/2020/march/3/64/a-title.html'],
      'content/posts/a.de.md': ['/de/artikel/a-title.html'],
      'content/posts/b.draft.md': 'hugo.toml ignores it.',
      'content/secret/c.md': 'hugo.toml ignores it.',
      'content/news/x/y/z.md': ['/z.html'],
      'content/other/n.md': ['/other/7.html'],
      'content/other/f.md': ['/other/false.html'],
      'content/other/u.md': ['/wo/dort/'],
      'content/other/al.de.md': ['/de/other/al.html', '/de/other/old.html', '/older.html', '/de/other/sub/x.html'],
      'content/other/bundle/index.md': ['/other/bundle.html'],
      'content/other/Großes  Ä – b.md': ['/other/großes-ä-b.html'],
      'content/hid/x.md': 'content/hid/_index.md has a cascade. The front matter says build.render: never.',
    });
  });

  it('Hugo: dates in names, accents, dots, plus signs, and posts without a date', async () => {
    const files = {
      'content/posts/2019-05-06-dated.md': '---\ntitle: Other\ndate: 2020-01-01\n---\nText',
      'content/posts/v1.2.3.md': '---\ntitle: C++ & Ünï - 1.5\ndate: 2020-03-04\n---\nText',
      'content/posts/undated.md': '---\ntitle: İ Undated\n---\nText',
      'content/notes/Ä.b.md': post('aliases: [x.php, ../y]'),
      'content/notes/json.md': post('outputs: [json]'),
      'content/notes/both.md': post('outputs: [HTML, json]'),
    };
    const permalinks = '[permalinks]\nposts="/:year/:month/:slug/"';
    expect(
      await placed({
        'hugo.toml': `uglyURLs=true\nremovePathAccents=true\n${permalinks}\n[frontmatter]\ndate=[":filename", ":default"]`,
        ...files,
      }),
    ).to.deep.equal({
      'content/posts/2019-05-06-dated.md': ['/2019/05/dated.html'],
      'content/posts/v1.2.3.md': ['/2020/03/c-uni-1.5.html'],
      'content/posts/undated.md': ['/1/01/i-undated.html'],
      'content/notes/Ä.b.md': ['/notes/a.b.html', '/notes/x.php.html', '/y.html'],
      'content/notes/json.md': 'The front matter says outputs: ["json"].',
      'content/notes/both.md': ['/notes/both.html'],
    });
    expect(await placed({ 'hugo.toml': permalinks, ...files })).to.include({
      'content/notes/json.md': 'The front matter says outputs: ["json"].',
    });
    expect((await placed({ 'hugo.toml': permalinks, ...files }))['content/posts/2019-05-06-dated.md']).to.deep.equal([
      '/2020/01/other/',
    ]);
  });

  it('Hugo: HTML with a front matter is a page, and what is in no list is public', async () => {
    const site = {
      'content/posts/html.html': `${post()}<p>Text</p>`,
      'content/posts/toml.htm': '+++\ntitle = "T"\ndate = 2020-03-04\n+++\n<p>Text</p>',
      'content/posts/unlisted.md': post('_build: {list: never}'),
      'content/posts/link.md': post('build: {list: never, render: link}'),
      'content/cascaded/_index.html': '---\ncascade: {build: {list: false}}\n---\n',
      'content/cascaded/own.md': post('build: {list: always}'),
      'content/cascaded/by-section.md': post(),
    };
    const copied = { 'content/posts/copied.html': '<p>Text</p>', 'content/list.html': '{% for x in y %}' };
    const { posts, report } = await collected({ 'hugo.toml': '', ...site, ...copied });
    const found = [...posts].map(([file, { kind = 'post', noindex, draftBecause, aliases }]) => [
      file,
      draftBecause ?? [kind, noindex === true, ...aliases],
    ]);
    expect(Object.fromEntries(found)).to.deep.equal({
      'content/posts/html.html': ['post', false, '/posts/html/'],
      'content/posts/toml.htm': ['post', false, '/posts/toml/'],
      'content/posts/unlisted.md': ['page', true, '/posts/unlisted/'],
      'content/posts/link.md': 'The front matter says build.render: link.',
      'content/cascaded/own.md': ['post', false, '/cascaded/own/'],
      'content/cascaded/by-section.md': ['page', true, '/cascaded/by-section/'],
    });
    expect(posts.get('content/posts/html.html')!.content).to.equal('Text\n\nText');
    expect(posts.get('content/posts/unlisted.md')!.notes).to.deep.equal([
      'Hugo has it in no list, so it is imported as a page that search engines do not index.',
    ]);
    const skipped = (reason: string, files: string[]) => files.map((file) => ({ file, reason }));
    expect(report.skipped).to.have.deep.members([
      ...skipped('It is not Markdown.', Object.keys(copied)),
      ...skipped('It is the page of a section and not a post.', ['content/cascaded/_index.html']),
    ]);
    const others = await collected({ '_config.yml': 'url: https://old.example', 'content/posts/html.html': post() });
    expect(others.report.skipped).to.deep.equal(skipped('It is not Markdown.', ['content/posts/html.html']));
  });

  it('Hugo: a configuration in files, mounts and a language in a folder', async () => {
    expect(
      await placed({
        'config/_default/config.toml':
          'baseURL="https://old.example/x/"\ndefaultContentLanguage="de"\ndefaultContentLanguageInSubdir=true',
        'config/_default/languages.toml': '[de]\n[fr]\n[it]\n',
        'config/_default/languages.fr.toml': '[permalinks]\nposts="/f/:slug/"',
        'config/production/config.toml': 'ignoreFiles=["hidden"]\ndisableLanguages=["it"]',
        'config/development/config.toml': 'ignoreFiles=["eins"]',
        'config/_default/module.toml':
          '[[mounts]]\nsource="inhalt"\ntarget="content"\nlang="de"\nexcludeFiles=["**/weg.md"]\n[[mounts]]\nsource="texte/fr"\ntarget="content/posts"\nlang="fr"',
        'inhalt/posts/eins.md': post(),
        'inhalt/posts/eins.it.md': post(),
        'inhalt/posts/weg.md': post(),
        'inhalt/posts/hidden.md': post(),
        'texte/fr/un.md': post(),
        'content/posts/not.md': post(),
      }),
    ).to.deep.equal({
      'inhalt/posts/eins.md': ['/de/posts/eins/', '/x/de/posts/eins/'],
      'inhalt/posts/eins.it.md': 'config/_default/config.toml switches off its language, it.',
      'inhalt/posts/weg.md': 'config/_default/config.toml does not mount it.',
      'inhalt/posts/hidden.md': 'config/_default/config.toml ignores it.',
      'texte/fr/un.md': ['/fr/f/a-title/', '/x/fr/f/a-title/'],
      'content/posts/not.md': 'The site does not show it: it is not in inhalt/ or texte/fr/.',
    });
  });

  it('Jekyll: defaults, collections, included folders and days in UTC', async () => {
    expect(
      await placed({
        '_config.yml': `permalink: /:categories/:year/:i_month/:title/
exclude: [drafts/, "*.tmp.md"]
include: [_pages]
collections:
  docs: {output: true}
  pages: {output: true, permalink: "/:name"}
  notes: {}
defaults:
  - scope: {path: "", type: docs}
    values: {permalink: "/d/:path/"}
  - scope: {path: _docs/more, type: docs}
    values: {published: false}`,
        '_posts/2020-01-02-A b.md': post('categories: [X y, Z]'),
        'news/_posts/2020-01-02-late.md': '---\ndate: 2020-01-31 23:30:00 -0500\n---\n',
        '_posts/undated.md': post(),
        'drafts/_posts/2020-01-02-x.md': post(),
        'a.tmp.md': post(),
        '_docs/a/Up.md': '---\nlayout: doc\n---\n',
        '_docs/more/b.md': post(),
        '_notes/c.md': post(),
        '_pages/Legal.md': '---\nlayout: page\n---\n',
        'about/team.md': '---\nlayout: page\n---\n',
        'copied/raw.md': 'No front matter',
        '_docs/moved.md': post('redirect_from: [/old/one, /old/two/]'),
      }),
    ).to.deep.equal({
      '_posts/2020-01-02-A b.md': ['/x y/z/2020/3/A-b/'],
      'news/_posts/2020-01-02-late.md': ['/news/2020/2/late/', '/news/2020/1/late/'],
      '_posts/undated.md': 'Jekyll does not publish it: its name does not begin with a date.',
      'drafts/_posts/2020-01-02-x.md': '_config.yml excludes it.',
      'a.tmp.md': '_config.yml excludes it.',
      '_docs/a/Up.md': ['/d/a/Up/'],
      '_docs/more/b.md': '_config.yml has defaults. The front matter says published: false.',
      '_notes/c.md': '_config.yml makes no pages of the collection notes.',
      '_pages/Legal.md': ['/legal', '/legal.html'],
      'about/team.md': ['/about/team/'],
      'copied/raw.md': 'Jekyll copies it as it is: it does not begin with a front matter.',
      '_docs/moved.md': ['/d/moved/', '/old/one', '/old/one.html', '/old/two/'],
    });
  });

  it('Jekyll: a folder of collections, patterns of names, special names, and categories in two fields', async () => {
    expect(
      await placed({
        '_config.yml':
          'source: src\ncollections_dir: all\nexclude: ["*.draft.md", secret]\ncollections: {recipes: {output: true}}',
        'src/all/_posts/2020-01-02-a.md': post('category: x\ncategories: [y, x]'),
        'src/all/_posts/sub/2020-01-03-b.md': post('permalink: pretty'),
        'src/all/_posts/sub/2020-01-04-c.draft.md': post(),
        'src/all/_posts/_2020-01-05-d.md': post(),
        'src/all/blog/_posts/2020-03-04-e.md': post(),
        'src/all/_recipes/soup.md': post(),
        'src/all/_recipes/_soup.md': post(),
        'src/_posts/2020-01-06-f.md': post(),
        'src/secrets/g.md': post(),
        '_posts/2020-01-07-h.md': post(),
      }),
    ).to.deep.equal({
      'src/all/_posts/2020-01-02-a.md': ['/y/x/2020/03/04/a.html'],
      'src/all/_posts/sub/2020-01-03-b.md': ['/pretty', '/pretty.html'],
      'src/all/_posts/sub/2020-01-04-c.draft.md': '_config.yml excludes it.',
      'src/all/_posts/_2020-01-05-d.md': '_2020-01-05-d.md begins with "_", which keeps it from the public.',
      'src/all/blog/_posts/2020-03-04-e.md': ['/blog/2020/03/04/e.html'],
      'src/all/_recipes/soup.md': ['/recipes/soup.html'],
      'src/all/_recipes/_soup.md': 'Jekyll does not read it: its name begins with "_" or is that of a copy.',
      'src/_posts/2020-01-06-f.md': '_config.yml has the posts in all/.',
      'src/secrets/g.md': '_config.yml excludes it.',
      '_posts/2020-01-07-h.md': 'The site does not show it: it is not in src/.',
    });
  });

  it('Hexo: the pattern of names, folders below _posts, skip_render and pages', async () => {
    expect(
      await placed({
        '_config.yml':
          'permalink: :category/:year/:title/\nnew_post_name: :year-:month-:day-:title.md\nskip_render: ["raw/**"]\nroot: /b/\nurl: https://old.example',
        'source/_posts/Sub/2020-03-04-Own_Name.md': post('categories: [A b]'),
        'source/_posts/own.md': post('permalink: x/y.html'),
        'source/raw/a.md': post(),
        'source/about/index.md': '---\ntitle: About\n---\n',
        'source/links.md': post(),
        'scaffolds/post.md': post(),
      }),
    ).to.deep.equal({
      'source/_posts/Sub/2020-03-04-Own_Name.md': [
        '/A-b/2020/Sub-2020-03-04-Own-Name/',
        '/b/A-b/2020/Sub-2020-03-04-Own-Name/',
      ],
      'source/_posts/own.md': ['/x/y.html', '/x/y', '/b/x/y.html', '/b/x/y'],
      'source/raw/a.md': '_config.yml has skip_render for it.',
      'source/about/index.md': ['/about/', '/b/about/'],
      'source/links.md': ['/links.html', '/links', '/b/links.html', '/b/links'],
      'scaffolds/post.md': 'The site does not show it: it is not in source/.',
    });
  });

  it('Hexo: fields as tokens, categories, times, and days of a machine in UTC', async () => {
    const site = async (config: string) =>
      placed({
        '_config.yml': `url: https://old.example\nper_page: 5\n${config}`,
        'source/_posts/a.md':
          '---\ntitle: "A & B: Ü"\ndate: 2020-02-05 01:02:03\nabbrlink: 4a17b156\ncategories: [Life, Sub Cat]\n---\n',
        'source/_posts/sub/b.md':
          '---\ntitle: B\ndate: 2020-02-06\nabbrlink: 0123\ncategories:\n- [Life, Deep]\n- Tech\nlang: fr\n---\n',
        'source/_posts/c.MD': '---\ntitle: C\ndate: 2020-02-07\nabbrlink: x\n---\n',
      });
    const upper = { 'source/_posts/c.MD': 'Hexo reads no file whose extension has capital letters.' };
    expect(await site('permalink: posts/:abbrlink/')).to.deep.equal({
      'source/_posts/a.md': ['/posts/4a17b156/'],
      'source/_posts/sub/b.md': ['/posts/123/'],
      ...upper,
    });
    expect(
      await site('permalink: :category/:lang/:name.html\ncategory_map: {Life: leben}\npermalink_defaults: {lang: de}'),
    ).to.deep.equal({
      'source/_posts/a.md': ['/leben/Sub-Cat/de/a.html'],
      'source/_posts/sub/b.md': ['/Tech/fr/b.html'],
      ...upper,
    });
    expect(await site('permalink: :year/:month/:day/:title/:post_title\ntimezone: Asia/Tokyo')).to.deep.equal({
      'source/_posts/a.md': ['/2020/02/05/a/a-b-u', '/2020/02/04/a/a-b-u'],
      'source/_posts/sub/b.md': ['/2020/02/06/sub/b/b', '/2020/02/05/sub/b/b'],
      ...upper,
    });
    expect(
      await site('permalink: :timestamp/:title\nnew_post_name: :year-:month-:day-:title.md\ntimezone: Etc/UTC'),
    ).to.deep.equal({
      'source/_posts/a.md': ['/1580864523/a'],
      'source/_posts/sub/b.md': ['/1580947200/sub-b'],
      ...upper,
    });
  });

  it('Hexo: hashes of name and time', async () => {
    expect(
      await placed({
        '_config.yml': 'url: https://old.example\nper_page: 5\npermalink: :hash/\ntimezone: Asia/Tokyo',
        'source/_posts/a.md': '---\ntitle: A\ndate: 2020-02-05 01:02:03\n---\n',
        'source/_posts/sub/Ö b.md': '---\ntitle: B\ndate: 2020-02-06\n---\n',
        'source/_posts/c.md': '---\ntitle: C\ndate: 2020-02-06T10:00:00Z\n---\n',
      }),
    ).to.deep.equal({
      'source/_posts/a.md': ['/b42111003378/'],
      'source/_posts/sub/Ö b.md': ['/7bfbc45e2971/'],
      'source/_posts/c.md': ['/7ab376f4e260/'],
    });
  });

  it('Eleventy: filters for slugs, dates, and names with dates', async () => {
    const titles = [
      'Äpfel & Öl über Straße',
      "Don't stop – “me”",
      '100% of R&D | C++',
      'Ångström Đ',
      '日本語 tips',
      'Привет',
    ];
    const files = (filter: string) =>
      titles.map((title, at) => [
        `src/${filter}/${at}.md`,
        `---\ntitle: ${JSON.stringify(title)}\ndate: 2020-03-04\npermalink: "/${at}/{{ title | ${filter} }}/"\n---\n`,
      ]);
    const paths = Object.values(
      await placed({
        'eleventy.config.js': 'return { dir: { input: "src" } }',
        ...Object.fromEntries([...files('slugify'), ...files('slug')]),
        'src/z/a.md': post(`permalink: "/{{ page.date | date: '%Y/%m' }}/{{ page.fileSlug }}/"`),
        'src/z/b.md': post(`permalink: "/{{ page.date | date: '%s' }}/"`),
        'src/z/2020-01-02-c.md': post('permalink: "{{ page.filePathStem }}.html"'),
        'src/z/2020-01-02-d/index.md': post(),
        'src/z/2020-01-02-d/2020-01-03-e.md': post('url: /other/'),
      }),
    );
    expect(paths).to.deep.equal([
      ...[
        '/0/apfel-and-ol-uber-strasse/',
        `/1/don't-stop-"me"/`,
        '/2/100percent-of-randd-or-c++/',
        '/3/angstrom-dj/',
        '/4/tips/',
        undefined,
        '/0/aepfel-and-oel-ueber-strasse/',
        '/1/dont-stop-me/',
        '/2/100-of-r-and-d-c/',
        '/3/angstroem-d/',
        '/4/tips/',
        undefined,
        '/z/c.html',
        '/z/2020-01-02-d/2020-01-03-e/',
        '/z/2020-01-02-d/',
        '/2020/03/a/',
        undefined,
      ].map((path) => (path === undefined ? [] : [path])),
    ]);
  });

  it('Eleventy: its folder, and files that name what it ignores', async () => {
    expect(
      await placed({
        '.eleventy.js': 'module.exports = () => ({ dir: { input: "content", output: "_site" } });',
        '.eleventyignore': '# no\ncontent/ignored/\n!content/x.md\n',
        '.gitignore': 'private\n*.tmp.md\n/content/only.md',
        'content/blog/a.md': post(),
        'content/ignored/b.md': post(),
        'content/blog/private/c.md': post(),
        'content/d.tmp.md': post(),
        'content/only.md': post(),
        'content/blog/only.md': post(),
        'drafts/e.md': post(),
      }),
    ).to.deep.equal({
      'content/blog/a.md': ['/blog/a/'],
      'content/ignored/b.md': '.eleventyignore ignores it.',
      'content/blog/private/c.md': '.gitignore ignores it.',
      'content/d.tmp.md': '.gitignore ignores it.',
      'content/only.md': '.gitignore ignores it.',
      'content/blog/only.md': ['/blog/only/'],
      'drafts/e.md': 'The site does not show it: it is not in content/.',
    });
  });

  it('Zola, Docusaurus and Eleventy', async () => {
    expect(
      await placed({
        'config.toml': 'base_url = "https://old.example"\nignored_content = ["*.skip.md"]\n[languages.fr]',
        'content/Big Posts/2020-03-04-Été à.md': '+++\ndate = 2020-03-04\n+++\n',
        'content/posts/日本.md': '+++\ndate = 2020-03-04\n+++\n',
        'content/posts/e.en.md': '+++\ndate = 2020-03-04\n+++\n',
        'content/posts/f.fr.md': '+++\ndate = 2020-03-04\npath = "/own"\n+++\n',
        'content/posts/a.fr.md': '+++\ndate = 2020-03-04\n+++\n',
        'content/b.md': '+++\ndate = 2020-03-04\npath = "p/q"\n+++\n',
        'content/c.md': '+++\ndate = 2020-03-04\nrender = false\n+++\n',
        'content/d.skip.md': '+++\ndate = 2020-03-04\n+++\n',
      }),
    ).to.deep.equal({
      'content/Big Posts/2020-03-04-Été à.md': ['/Big Posts/ete-a/'],
      'content/posts/日本.md': [],
      'content/posts/e.en.md': ['/posts/e-en/'],
      'content/posts/f.fr.md': ['/own/'],
      'content/posts/a.fr.md': ['/fr/posts/a/'],
      'content/b.md': ['/p/q/'],
      'content/c.md': 'The front matter says render: false.',
      'content/d.skip.md': 'config.toml ignores it.',
    });
    const dated = { 'content/X/2020-03-04-Été: à?.md': '+++\n+++\n', 'content/2020-03-04-dir/index.md': '+++\n+++\n' };
    for (const [slugify, paths] of [
      ['{ paths = "safe" }', ['/X/Été à/', '/dir/']],
      ['{ paths = "off", paths_keep_dates = true }', ['/X/2020-03-04-Été: à?/', '/2020-03-04-dir/']],
    ] as const) {
      const site = await placed({ 'config.toml': `base_url = "https://old.example"\nslugify = ${slugify}`, ...dated });
      expect(Object.fromEntries(Object.keys(dated).map((file) => [file, site[file]]))).to.deep.equal(
        Object.fromEntries(Object.keys(dated).map((file, at) => [file, [paths[at]]])),
      );
    }
    expect(
      await placed({
        'docusaurus.config.js': 'module.exports = { url: "https://old.example", baseUrl: "/d/" }',
        'blog/2020-03-04-hello.md': '---\ntitle: H\n---\n',
        'blog/2020-03-05-own/index.md': '---\nslug: own-slug\n---\n',
        'blog/2020-03-06-changed.md': '---\ndate: 2021-01-01\n---\n',
        'blog/x/2020-03-07-folder/index.md': '---\ntitle: F\n---\n',
        'blog/x/undated-name.md': '---\ndate: 2021-01-01\n---\n',
      }),
    ).to.deep.equal({
      'blog/2020-03-04-hello.md': ['/blog/2020/03/04/hello', '/d/blog/2020/03/04/hello'],
      'blog/2020-03-05-own/index.md': ['/blog/own-slug', '/d/blog/own-slug'],
      'blog/2020-03-06-changed.md': ['/blog/2020/03/06/changed', '/d/blog/2020/03/06/changed'],
      'blog/x/2020-03-07-folder/index.md': ['/blog/2020/03/07/x/folder', '/d/blog/2020/03/07/x/folder'],
      'blog/x/undated-name.md': ['/blog/x/undated-name', '/d/blog/x/undated-name'],
    });
    expect(
      await placed({
        'astro.config.mjs': 'export default { site: "https://old.example" }',
        'src/content/notes/undated.md': '---\ntitle: N\n---\n',
        'src/pages/about.md': '---\ntitle: A\n---\n',
        'src/pages/_part.md': '---\ntitle: P\n---\n',
      }),
    ).to.deep.equal({
      'src/content/notes/undated.md': 'It has no date, so it is imported as a page.',
      'src/pages/about.md': ['/about/'],
      'src/pages/_part.md': '_part.md begins with "_", which keeps it from the public.',
    });
    expect(
      await placed({
        'eleventy.config.js': 'return { dir: { input: "src" } }',
        'src/posts/posts.json': '{"permalink": "/p/{{ page.fileSlug }}/"}',
        'src/posts/a.md': post(),
        'src/b.md': post(),
      }),
    ).to.deep.equal({ 'src/posts/a.md': ['/p/a/'], 'src/b.md': ['/b/'] });
  });
});
