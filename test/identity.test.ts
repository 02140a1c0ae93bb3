import { expect } from 'chai';
import sharp from 'sharp';

import { translateCssProblem } from '../client/admin/settings/css-problem.ts';
import { languageNames } from '../shared/languages.ts';
import { appTexts } from './support/app-texts.ts';
import { accentOf, adaptedSchemes, contrast } from '../shared/accent.ts';
import { fontFiles } from '../server/site/pages/identity/fonts.ts';
import { siteFonts } from '../shared/site-fonts.ts';
import { picture } from './support/files.ts';
import { visit } from './support/pages.ts';
import { describeService, type TestService } from './support/service.ts';
import { uploaded, withSizes } from './support/uploads.ts';

const UNCHANGED = {
  homeLayout: 'list',
  accentColor: '',
  bodyFont: 'system',
  headingFont: 'system',
  logo: '',
  icon: '',
  authorPicture: '',
  authorLinks: [],
  footerText: '',
  customCss: '',
  siteUrl: '',
};

describeService(
  'the identity of the site',
  (use) => {
    const put = async (settings: object) => {
      const { status, body } = await use().admin('PUT', '/api/admin/settings', settings);
      expect(status, JSON.stringify(body)).to.equal(200);
    };
    const page = async (path = '/') => (await visit(use(), path)).text;
    const styles = async () => {
      const path = /<link rel="stylesheet" href="(\/assets\/own-[^"]+)">/.exec(await page())![1]!;
      return { path, ...(await visit(use(), path)) };
    };
    beforeEach(() => put(UNCHANGED));

    // docs/interface.md, S5
    it('is as before while nothing is set', async () => {
      const html = await page();
      expect(html).to.include('<div class="posts h-feed">').and.include('/assets/icon.svg?v=');
      expect(html).to.not.match(/own-|rel="preload"|class="(logo|owner|footer-text)"/);
    });

    // docs/interface.md, S6
    it('has an accent colour that can be read in both schemes', async () => {
      await put({ accentColor: '#FFD700' });
      const { text } = await styles();
      const [, light, dark] = /--accent:light-dark\((#\w{6}), (#\w{6})\)/.exec(text)!;
      expect(dark).to.equal('#ffd700');
      expect(light).to.not.equal('#ffd700');
      for (const color of ['#ffd700', '#000000', '#ffffff', '#ff0000', '#0000ff', '#777777', '#00ff00', '#2f5d50']) {
        const { light: inLight, dark: inDark } = accentOf(color);
        for (const back of ['#fdfcfa', '#f5f2ec', inLight.tint]) {
          expect(contrast(inLight.accent, back), `${color} on ${back}`).to.be.at.least(4.5);
        }
        for (const back of ['#171614', '#211f1c', inDark.tint]) {
          expect(contrast(inDark.accent, back), `${color} on ${back}`).to.be.at.least(4.5);
        }
        for (const { accent, onAccent } of [inLight, inDark]) {
          expect(contrast(accent, onAccent), `text on ${accent}`).to.be.at.least(4.5);
        }
      }
      expect(contrast('#000000', '#ffffff')).to.equal(21);
      expect(['#ffd700', '#000000', '#2f5d50', '#777777'].map(adaptedSchemes)).to.deep.equal([
        ['light'],
        ['dark'],
        ['dark'],
        ['light', 'dark'],
      ]);
    });

    // docs/interface.md, S10
    it('has its current styles at a fixed URL too, for previews', async () => {
      const none = await visit(use(), '/assets/own.css');
      expect([none.status, none.text]).to.deep.equal([200, '']);
      await put({ bodyFont: 'literata', customCss: 'h1 { color: red }' });
      const current = await visit(use(), '/assets/own.css');
      expect(current.text).to.equal((await styles()).text);
      expect(current.headers.get('cache-control')).to.equal('public, max-age=0, must-revalidate');
      expect(current.headers.get('content-type')).to.match(/^text\/css/);
    });

    // docs/interface.md, S7
    it('has fonts of its own, whose files exist in every form that the styles name', async () => {
      await put({ bodyFont: 'literata', headingFont: 'inter' });
      const { text, path } = await styles();
      expect(text)
        .to.include('--text:"Literata","Literata substitute",var(--system-serif)')
        .and.include('--heading:"Inter","Inter substitute",var(--system-sans)');
      const urls = [...text.matchAll(/src:url\(([^)]+)\)/g)].map(([, url]) => new URL(url!, `http://site${path}`));
      // Four of each subset for texts, and one for headings.
      expect(urls).to.have.length(10);
      for (const { pathname, search } of urls) {
        const { status, headers } = await visit(use(), pathname + search);
        expect(status, pathname).to.equal(200);
        expect(headers.get('content-type')).to.equal('font/woff2');
        expect(headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
      }
      expect(text.match(/font-display:swap/g)).to.have.length(10);
      const perFont = Object.values(siteFonts).map(({ hasItalics }) => (hasItalics ? 8 : 4));
      expect(fontFiles).to.have.length(perFont.reduce((sum, files) => sum + files, 0));
    });

    // docs/interface.md, S10
    it('has styles of the owner in a file whose URL changes with it, under the usual policy', async () => {
      const css = '.top { border: 0 }\n.card { background: url("/media/a.png") }';
      await put({ customCss: css });
      const first = await styles();
      expect(first.text).to.equal(css);
      expect(first.headers.get('content-type')).to.equal('text/css; charset=utf-8');
      expect(first.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
      expect((await visit(use(), '/')).headers.get('content-security-policy')).to.match(/style-src 'self'(;|$)/);
      await put({ customCss: 'a { color: red }' });
      const second = await styles();
      expect(second.path).to.not.equal(first.path);
      const former = await visit(use(), first.path);
      expect(former.text).to.equal('a { color: red }');
      expect(former.headers.get('cache-control')).to.equal('public, max-age=0, must-revalidate');
      await put({ customCss: '' });
      expect((await visit(use(), first.path)).status).to.equal(404);
    });

    it('names the line of an error in CSS', async () => {
      for (const [customCss, sentence] of [
        [
          'a { color: red }\n\nb { color }',
          '"customCss" must be valid CSS that loads nothing from elsewhere; line 3: colon is expected.',
        ],
        [
          'a {}\n@import "x.css";',
          '"customCss" must be valid CSS that loads nothing from elsewhere; line 2: @import is not allowed, because it can name an address of another site.',
        ],
        [
          '@media all {'.repeat(4000),
          '"customCss" must be valid CSS that loads nothing from elsewhere; line 1: rules are nested too deeply.',
        ],
        [
          `a${':is(a'.repeat(9000)}`,
          '"customCss" must be valid CSS that loads nothing from elsewhere; line 1: rules are nested too deeply.',
        ],
      ]) {
        const { status, body } = await use().admin('PUT', '/api/admin/settings', { customCss });
        expect({ status, issues: body.issues }).to.deep.equal({
          status: 400,
          issues: [{ path: 'customCss', message: sentence }],
        });
      }
    });

    it('has these errors in the languages of the app', async () => {
      const german: Record<string, string> = {
        'a { color: red }\n\nb { color }': 'Zeile 3: Hier fehlt „:“.',
        'a:not(b { }': 'Zeile 1: Hier fehlt „)“.',
        '.': 'Zeile 1: Hier fehlt ein Name.',
        '{ color: red }': 'Zeile 1: Hier fehlt ein Selektor.',
        'a[b { }': 'Zeile 1: Das ist kein gültiges CSS.',
        'a {}\n@import "x.css";':
          'Zeile 2: @import ist nicht erlaubt, weil es eine Adresse auf einer anderen Website nennen kann.',
        'a { background: url(http://x.example/a.png) }':
          'Zeile 1: url() muss eine Adresse auf dieser Website sein, etwa /media/a.png, oder die data-URL eines Bildes.',
        '@charset "utf-8";': 'Zeile 1: @charset ist nicht erlaubt, weil die Datei immer UTF-8 ist.',
      };
      const others = languageNames.filter((name) => name !== 'en' && name !== 'de');
      for (const [customCss, sentence] of Object.entries(german)) {
        const { body } = await use().admin('PUT', '/api/admin/settings', { customCss });
        const { message } = body.issues[0] as { message: string };
        expect(translateCssProblem(message, appTexts('de').design, 'de'), `${customCss}: ${message}`).to.equal(
          sentence,
        );
        expect(translateCssProblem(message, appTexts('en').design, 'en')).to.equal(message);
        for (const name of others) {
          expect(translateCssProblem(message, appTexts(name).design, name)).to.not.match(/\{\w+\}|must|expected/);
        }
      }
      expect(translateCssProblem('Höchstens 50.000 Zeichen', appTexts('de').design, 'de')).to.equal(
        'Höchstens 50.000 Zeichen',
      );
    });

    // docs/interface.md, S8
    it('has a logo, and an icon in all sizes', async () => {
      const { id, url } = await uploaded(use(), await picture(800, 400).png().toBuffer(), 'logo.png');
      await withSizes(use(), id);
      const path = new URL(url).pathname;
      await put({ logo: path, icon: path, title: 'Named' });
      const html = await page();
      expect(html).to.match(
        new RegExp(`<a class="name" href="/"><img class="logo" src="${path}" srcset="[^"]+ 320w, .* alt="Named"></a>`),
      );
      // docs/interface.md, Y13
      await put({
        siteUrl: 'https://blog.example',
        author: 'Ann',
        authorLinks: [{ label: 'A', url: 'https://a.example/ann' }],
      });
      const { id: drawnId, url: drawn } = await uploaded(use(), await picture(700, 300).png().toBuffer(), 'drawn.png');
      await use().admin('POST', '/api/posts', { id: 'plain', title: 'Plain', content: 'Words.' });
      await use().admin('POST', '/api/posts', {
        id: 'drawn',
        title: 'Drawn',
        content: `Words.\n\n![a](${new URL(drawn).pathname})`,
      });
      const shares = (text: string) => /<meta property="og:image" content="([^"]+)">/.exec(text)?.[1];
      const logo = `https://blog.example${path}`;
      expect(shares(await page())).to.equal(logo);
      expect(shares(await page('/posts/plain'))).to.equal(logo);
      expect(shares(await page('/posts/drawn'))).to.equal(
        `https://blog.example${new URL(drawn).pathname.replace('.png', '-1200.jpg')}`,
      );
      const person = { '@type': 'Person', name: 'Ann', sameAs: ['https://a.example/ann'] };
      expect(await page('/posts/plain')).to.include(`"author":${JSON.stringify(person)}`);
      for (const id of ['plain', 'drawn']) await use().admin('DELETE', `/api/posts/${id}`);
      await use().admin('DELETE', `/api/media/${drawnId}`);
      await put({ siteUrl: '', author: '', authorLinks: [] });
      const [, icon] = /<link rel="icon" href="([^"]+)"/.exec(html)!;
      const [, apple] = /<link rel="apple-touch-icon" href="([^"]+)"/.exec(html)!;
      const manifest = JSON.parse((await visit(use(), '/site.webmanifest')).text) as {
        icons: { src: string; sizes: string; purpose: string }[];
      };
      // None that may be cut off at the edge.
      expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).to.deep.equal([
        '192x192 any',
        '512x512 any',
      ]);
      expect(await sizeOf(use(), icon!)).to.deep.equal({ width: 192, height: 192, format: 'png' });
      expect(await sizeOf(use(), apple!)).to.deep.equal({ width: 180, height: 180, format: 'png' });
      expect(await sizeOf(use(), manifest.icons[1]!.src)).to.deep.equal({ width: 512, height: 512, format: 'png' });
      const unused = async () => (await use().admin('GET', '/api/media?unused=1')).body.total as number;
      expect(await unused()).to.equal(0);
      await put({ logo: '', icon: '' });
      expect(await unused()).to.equal(1);
      await put({ icon: path });
      expect(await sizeOf(use(), '/favicon.ico')).to.deep.equal({ width: 192, height: 192, format: 'png' });
    });

    it('falls back to the usual favicon when the image of the icon is gone', async () => {
      await put({ icon: '/media/2026/03/gone-1a2b3c4d.png' });
      expect((await visit(use(), '/favicon.ico')).status).to.equal(200);
      const [, icon] = /<link rel="icon" href="([^"]+)"/.exec(await page())!;
      expect((await visit(use(), icon!)).status).to.equal(404);
    });

    // docs/interface.md, S9
    it('names the author with a picture and profiles, and has a text at the foot', async () => {
      await put({
        author: 'Ada <Lovelace>',
        authorPicture: 'https://pictures.example/ada.jpg',
        authorLinks: [{ label: 'Mastodon', url: 'https://social.example/@ada' }],
        footerText: '© 2026\n<b>Ada</b>',
      });
      const html = await page();
      expect(html).to.include('<div class="owner h-card">').and.include('src="https://pictures.example/ada.jpg"');
      expect(html).to.include('<a class="u-url" href="https://social.example/@ada" rel="me">Mastodon</a>');
      expect(html).to.include('<a class="p-name u-url" href="/" rel="author">Ada &lt;Lovelace&gt;</a>');
      expect(html).to.include('<p class="footer-text" dir="auto">© 2026\n&lt;b&gt;Ada&lt;/b&gt;</p>');
      await put({ author: '' });
    });

    it('shows posts as cards, with covers in their own proportions', async () => {
      const { id, url } = await uploaded(use(), await picture(500, 900).png().toBuffer(), 'tall.png');
      await withSizes(use(), id);
      const cover = new URL(url).pathname;
      await use().admin('POST', '/api/posts', { title: 'Tall', content: 'Text', cover });
      await use().admin('POST', '/api/posts', { title: 'Plain', content: 'Text' });
      await put({ homeLayout: 'cards' });
      const html = await page();
      expect(html).to.include('<div class="cards h-feed">').and.not.include('<div class="posts h-feed">');
      expect(html).to.match(
        new RegExp(`<img src="${cover}" srcset="[^"]+ 320w[^>]+ width="500" height="900" alt="" loading="lazy"`),
      );
      expect(html.match(/<article class="post-card h-entry">/g)).to.have.length(2);
    });

    // docs/interface.md, S11
    it('can be seen before it is stored', async () => {
      const preview = (input: object) => use().admin('POST', '/api/admin/settings/preview', input);
      await use().admin('POST', '/api/posts', { title: 'A draft', content: 'Text', status: 'draft' });
      const tried = { title: 'Tried', homeLayout: 'cards', accentColor: '#aa0000' };
      const { status, body } = await preview(tried);
      expect(status).to.equal(200);
      expect(body.html).to.include('<div class="cards h-feed">').and.include('>Tried</h1>').and.not.include('<script');
      expect(body.html).to.not.include('/assets/own-').and.not.include('A draft');
      expect(body.css).to.include('--accent:light-dark(#aa0000');
      expect((await preview({ ...tried, page: 'post' })).body.html).to.include('<article class="post');
      expect((await preview({ customCss: 'a {' + '}'.repeat(2) })).body.issues[0].path).to.equal('customCss');
      expect(await page())
        .to.include('<div class="posts h-feed">')
        .and.not.include('Tried');
    });

    it('is complete below a path', async () => {
      await put({
        siteUrl: 'https://example.org/blog',
        customCss: 'a { background: url(/media/a.png) }',
        bodyFont: 'inter',
      });
      const html = (await visit(use(), '/blog/')).text;
      const [, path] = /<link rel="stylesheet" href="(\/blog\/assets\/own-[^"]+)">/.exec(html)!;
      const { text } = await visit(use(), path!);
      expect(text).to.include('url(/blog/media/a.png)');
      const [, font] = /src:url\(([^)]+)\)/.exec(text)!;
      expect((await visit(use(), new URL(font!, `http://site${path}`).pathname)).status).to.equal(200);
      const reset = await fetch(`${use().url}/blog/api/admin/settings`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${use().token}`, 'content-type': 'application/json' },
        body: JSON.stringify(UNCHANGED),
      });
      expect(reset.status).to.equal(200);
    });
  },
  { SITE: 'on' },
);

async function sizeOf({ url }: TestService, path: string) {
  const answer = await fetch(url + path);
  const { width, height, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  return { width, height, format };
}
