import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect } from 'chai';

import { openTerminal, type Terminal } from '../support/cli.ts';
import { skip } from '../support/skip.ts';
import { exported } from '../support/transfer.ts';
import { freshAddress } from '../support/visitors.ts';

const content = fileURLToPath(new URL('../../../shared/data/rust-blog/content', import.meta.url));

/** A post as patterns find it in its file. */
interface Written {
  title: string;
  authors: string[];
  /** Its paths on the old site. */
  paths: string[];
  /** YYYY-MM-DD. */
  day: string;
}

describe('a real blog of 745 posts', function () {
  let terminal: Terminal;
  const written = new Map<string, Written>();
  let posts: Awaited<ReturnType<typeof exported>>;
  /** Those that were public at the fixed time of tests. */
  let shown: typeof posts;
  before(async function () {
    if (!existsSync(content)) skip(this, `there is no ${content}`, { optional: true });
    for (const file of globSync('**/*.md', { cwd: content })) {
      if (!file.endsWith('_index.md')) written.set(file, writtenIn(readFileSync(`${content}/${file}`, 'utf8')));
    }
    terminal = await openTerminal({}, { SITE_URL: 'https://blog.example' });
    const args = ['import', 'markdown', content, '--old-url', 'https://blog.rust-lang.org'];
    expect(await terminal.json(args)).to.include({ new: 745 });
    posts = await exported(terminal.service);
    shown = posts.filter(({ publishAt, status }) => publishAt === null && status === 'published');
  });
  after(() => terminal?.close());

  it('has the titles, authors and days of its files', () => {
    expect(written.size).to.equal(745);
    for (const [file, { title, authors, day }] of written) {
      const post = posts.find(({ sourceKey }) => sourceKey === file)!;
      expect(post, file).to.include({ title, date: day });
      const names = authors.join(', ');
      if ([...names].length <= 80) expect(post.author, file).to.equal(names);
      else expectShortened(post.author, names, 80);
    }
  });

  it('redirects every old address of a public post', async () => {
    expect(shown.length).to.be.above(600);
    for (const { id, sourceKey } of shown) {
      for (const path of written.get(sourceKey!)!.paths) {
        const answer = await terminal.service.call('GET', `/${path}`, { headers: freshAddress() });
        expect([path, answer.status, answer.headers.get('location')]).to.deep.equal([path, 301, `/posts/${id}`]);
      }
    }
  }).timeout(120_000);

  it('shows no post as plain text, and keeps the links to headings, of which there are 189 or more', async () => {
    const pages = new Map<string, string>();
    for (const { id } of posts) {
      const { body } = await terminal.service.admin('GET', `/api/posts/${encodeURIComponent(id)}?include=html`);
      const { html } = body.post as { html: string };
      expect(html, id).to.not.match(/^<pre tabindex="0">[^<]*<\/pre>$/);
      if (shown.some((one) => one.id === id)) pages.set(`/posts/${encodeURIComponent(id)}`, html);
    }
    const links = [...pages].flatMap(([own, html]) =>
      [...html.matchAll(/href="(?:https:\/\/blog\.example)?((?:\/posts\/[^"#]+)?)#([^"]+)"/g)].map(
        ([, path = '', fragment = '']) => ({
          own,
          target: path === '' ? own : path,
          fragment,
        }),
      ),
    );
    const lost = links.filter(({ target, fragment }) => {
      const html = pages.get(target) ?? '';
      return ![fragment, decodeURIComponent(fragment)].some((id) => html.includes(` id="${id}"`));
    });
    expect(lost).to.deep.equal([]);
    // The links between posts, and those within a post.
    expect(links.filter(({ own, target }) => own !== target).length).to.be.at.least(170);
    expect(links.length).to.be.at.least(189);
  }).timeout(120_000);

  it('gives posts their original dates in the sitemap and in feeds', async () => {
    const days = new Map(
      posts.map(({ id, sourceKey }) => [
        `https://blog.example/posts/${encodeURIComponent(id)}`,
        written.get(sourceKey!)!.day,
      ]),
    );
    const { text: sitemap } = await textOf('/sitemap.xml');
    const modified = [...sitemap.matchAll(/<loc>([^<]+\/posts\/[^<]+)<\/loc>\s*<lastmod>(\d{4}-\d\d-\d\d)/g)];
    expect(modified.length).to.equal(shown.length);
    for (const [, url = '', day] of modified) expect([url, day]).to.deep.equal([url, days.get(url)]);
    const { text: atom } = await textOf('/atom.xml');
    const entries = atom.split('<entry>').slice(1);
    expect(entries.length).to.be.above(5);
    for (const entry of entries) {
      const [, url = ''] = /<link[^>]* href="([^"]+)"/.exec(entry) ?? [];
      for (const name of ['published', 'updated']) {
        const [, day] = new RegExp(`<${name}>(\\d{4}-\\d\\d-\\d\\d)`).exec(entry) ?? [];
        expect([url, name, day]).to.deep.equal([url, name, days.get(url)]);
      }
    }
  });

  async function textOf(path: string) {
    const answer = await fetch(terminal.service.url + path, { headers: freshAddress() });
    expect(answer.status, path).to.equal(200);
    return { text: await answer.text() };
  }
});

/** Expects the beginning of a text, up to the end of a word. */
function expectShortened(shortened: string, text: string, max: number): void {
  expect([...shortened].length).to.be.within(max / 2, max);
  expect(shortened).to.match(/[^\s,]…$/);
  const kept = shortened.slice(0, -1);
  expect(text.startsWith(kept)).to.equal(true);
  expect(text.slice(kept.length)).to.match(/^[\s,]/);
}

function writtenIn(text: string): Written {
  const [, head = ''] = /^\+\+\+\n(.*?)\n\+\+\+/s.exec(text) ?? [];
  const textsOf = (name: string) => {
    const [, list = ''] = new RegExp(`^${name} = (?:\\[(.*?)\\]|(?=".*"$))`, 'ms').exec(head) ?? [];
    return [...list.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'/g)].map(
      ([, one, single = '']) => (one === undefined ? single : JSON.parse(`"${one}"`)) as string,
    );
  };
  const valueOf = (name: string) => {
    const [, double, ...single] =
      new RegExp(`^${name} = (?:"((?:[^"\\\\]|\\\\.)*)"|'''(.*?)'''|'([^']*)')`, 'm').exec(head) ?? [];
    return double === undefined ? single.join('') : (JSON.parse(`"${double}"`) as string);
  };
  const path = valueOf('path');
  const [, year, month, day] = /(\d{4})[/-](\d\d)[/-](\d\d)/.exec(path) ?? [];
  return {
    title: valueOf('title'),
    authors: textsOf('authors'),
    paths: [path, ...textsOf('aliases')],
    day: `${year}-${month}-${day}`,
  };
}
