import { mkdtemp, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';

import { expectRefusal, set } from './support/comments.ts';
import { picture as image } from './support/files.ts';
import { mailProblems } from './support/mail-check.ts';
import { BEFORE_MAILING, passTime } from './support/pass-time.ts';
import { write } from './support/posts.ts';
import { startSmtp } from './support/smtp.ts';
import type { TestService } from './support/service.ts';
import { insertSubscriber } from './support/subscribers.ts';
import { until } from './support/until.ts';
import { uploaded, withSizes } from './support/uploads.ts';
import { describeVisited } from './support/visitors.ts';

const SITE = 'https://blog.example';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const smtp = await startSmtp();
after(() => smtp.stop());

/** Everything that a text may contain. */
const ALL = (
  picture: string,
) => `Intro with a [link](/posts/other), <https://a.example/b>, \`code\`, ==mark== and $a^2$[^1].

[^1]: A *note*.

## A heading

> Quoted
> twice

> [!WARNING]
> Careful.

- one
  - two
- [x] done

3. three

| Port | Boats |
| ---- | ----: |
| A    |    12 |

\`\`\`js
const x = '<a>';
\`\`\`

![Alone](${picture} "The caption")

Three more:

![One](${picture}) ![Two](${picture}) ![Three](${picture})

Not for mails:

![Unknown](https://pictures.example/unknown.jpg) ![Drawn](https://pictures.example/a.svg)

Wide:

![Known](https://pictures.example/known.jpg#1200x300)

$$\\frac{a+1}{b} = \\sqrt{x}$$

https://www.youtube.com/watch?v=abcdefghijk

![Clip](/media/2026/01/clip-12345678.mp4)

<details><summary>More</summary>

Hidden

</details>

שלום עולם, זה טקסט בעברית
`;

describeVisited(
  'the mail of a post',
  (use) => {
    const preview = async (id: string) => (await use().admin('GET', `/api/posts/${id}/mailing/preview`)).body;
    let picture: string;

    before(async () => {
      const { id, url } = await uploaded(use(), await image(2400, 1600).jpeg().toBuffer(), 'quay.jpg');
      await withSizes(use(), id);
      picture = url.slice(SITE.length);
    });
    beforeEach(() =>
      set(use(), {
        title: 'Harbour notes',
        language: 'en',
        logo: '',
        accentColor: '',
        postalAddress: '',
        imprintUrl: '',
      }),
    );

    // docs/interface.md, N18, N20
    it('has nothing that mail clients do not show, whatever the text contains', async () => {
      await set(use(), { logo: picture, postalAddress: 'Harbour notes\n1 Quay <Street>', imprintUrl: '/imprint' });
      const id = await write(use(), { title: 'All', cover: picture, coverAlt: 'The quay', content: ALL(picture) });
      const { html, bytes } = await preview(id);
      expect(mailProblems(html)).to.deep.equal([]);
      expect(bytes).to.equal(Buffer.byteLength(html)).and.to.be.below(102_000);
      const sizes = Array.from(html.matchAll(/<img [^>]*width="(\d+)" height="(\d+)"/g), ([, ...size]) =>
        size.join('x'),
      );
      expect(new Set(sizes)).to.deep.equal(new Set(['84x56', '600x400', '292x195', '592x395', '600x150']));
      const shown = picture.replace('.jpg', '');
      expect(html).to.include(
        `src="${SITE}${shown}-1280.webp" srcset="${SITE}${shown}-640.webp 1x, ${SITE}${shown}-1280.webp 2x"`,
      );
      expect(html, 'for Outlook').to.include(`<!--[if mso]><img src="${SITE}${picture}" width="600" height="400"`);
      expect(html).to.include('alt="The quay"').and.include(`href="${SITE}/imprint"`);
      expect(html).to.match(/Harbour notes<\/span><br><span [^>]*>1 Quay &lt;Street&gt;/);
      for (const name of ['Unknown', 'Drawn']) expect(html, name).to.match(new RegExp(`<a [^>]*>${name}</a>`));
    });

    // docs/interface.md, N18
    it('has a text part that reads as text', async () => {
      const { text } = await preview(await write(use(), { title: 'Text', content: ALL(picture) }));
      for (const part of [
        `Intro with a link <${SITE}/posts/other>, https://a.example/b, code, mark and a²[1].`,
        'A heading\n=========',
        '> Quoted twice',
        '> Warning\n>\n> Careful.',
        '- one\n  - two\n- ☑ done',
        '3. three',
        'Port | Boats\n------------\nA    | 12',
        "    const x = '<a>';",
        `[Picture: Alone] <${SITE}${picture.replace('.jpg', '-1920.webp')}>`.slice(0, 16),
        'The caption',
        '(a + 1)/b = √x',
        'https://www.youtube.com/watch?v=abcdefghijk',
        `Clip <${SITE}/media/2026/01/clip-12345678.mp4>`,
        '1. A note.',
      ]) {
        expect(text).to.include(part);
      }
      expect(text).to.not.match(/\*\w|`|!\[|<\/|^#/m);
    });

    // docs/interface.md, N20
    it('shows colours, fonts and the direction of the blog and of the post', async () => {
      const postalAddress = '1 Quay Street\nالقاهرة';
      const fonts = { bodyFont: 'inter', headingFont: 'literata' } as const;
      await set(use(), { accentColor: '#a02020', ...fonts, language: 'ar', postalAddress });
      const id = await write(use(), { title: 'Left to right', author: 'Ann', content: '> Only English here.' });
      const { html } = await preview(id);
      expect(mailProblems(html)).to.deep.equal([]);
      expect(html)
        .to.match(/<html lang="ar" dir="rtl"/)
        .and.match(/<div class="post ltr" lang="ar" dir="ltr"/);
      expect(html).to.include('color: #a02020').and.include("'Inter', system-ui").and.include("'Literata', Charter");
      // Numbers beside them keep their place.
      expect(html)
        .to.match(/<span dir="ltr"[^>]*>Ann<\/span> ·/)
        .and.match(/<span dir="ltr"[^>]*>1 Quay Street<\/span><br><span dir="rtl"[^>]*>القاهرة/);
      // At the start of the text, not of the language of the blog.
      expect(html).to.match(/<blockquote style="[^"]*border-left: 3px/);
      await set(use(), { bodyFont: 'system', headingFont: 'system' });
    });

    // docs/interface.md, N18
    it('aligns quotes and tables in the other direction than the post', async () => {
      const arabic = ['> اقتباس', '| أول | ثان |\n| --- | :-: |\n| واحد | اثنان |'];
      const content = ['Most words of this text are English, and only its end is Arabic.', ...arabic].join('\n\n');
      const { html } = await preview(await write(use(), { title: 'Both', content }));
      expect(html)
        .to.match(/<blockquote dir="rtl" style="[^"]*border-left: 0; border-right: 3px/)
        .and.match(/<td style="[^"]*text-align: right[^"]*"[^>]*>واحد/)
        .and.match(/<td class="align-center" style="[^"]*text-align: center[^"]*"[^>]*>اثنان/);
    });

    // docs/interface.md, N12, N20
    it('says nothing of a protected post in its preview line either', async () => {
      const id = await write(use(), {
        title: 'Locked',
        content: 'Secret quay',
        excerpt: 'Excerpted',
        cover: picture,
        password: 'open sesame',
      });
      const shown = await preview(id);
      expect(shown.preview).to.equal('');
      expect(JSON.stringify(shown)).to.not.match(/quay\b(?!\.)|Excerpted/);
      expect(mailProblems(shown.html)).to.deep.equal([]);
    });

    // docs/interface.md, N21
    it('is previewed for the administrator only, also of a draft', async () => {
      const id = await write(use(), { title: 'Draft', status: 'draft', content: 'Not *yet*.' });
      const shown = await preview(id);
      expect(shown).to.include({ ok: true, subject: 'Draft', preview: 'Not yet.' });
      expect(shown.text).to.include('Not yet.');
      expectRefusal(await use().call('GET', `/api/posts/${id}/mailing/preview`), 401, 'UNAUTHORIZED');
      expectRefusal(await use().admin('GET', '/api/posts/none/mailing/preview'), 404, 'NOT_FOUND');
    });
  },
  { ...smtp.env, SITE_URL: SITE },
);

let posts = 0;

/** Mails a new post to all subscribers. @returns its id */
async function send(service: TestService, content: string): Promise<string> {
  smtp.mails.length = 0;
  const id = await write(service, { id: `mailed-${(posts += 1)}`, content, notifySubscribers: true });
  await passTime(service, BEFORE_MAILING);
  await until(async () => (await service.admin('GET', `/api/posts/${id}/mailing`)).body.mailing?.state === 'sent');
  return id;
}

describeVisited(
  'a mailing to many',
  (use) => {
    // docs/interface.md, N22
    it('follows no clicks unless the owner wishes it: 100 mails differ by the link to unsubscribe alone', async () => {
      for (let at = 0; at < 100; at += 1) await insertSubscriber(use(), `reader-${at}`);
      await send(
        use(),
        '[Elsewhere](https://elsewhere.example/a?b=1&c=2) and ![a](https://pictures.example/a.jpg#300x200).',
      );
      expect(smtp.mails).to.have.length(100);
      const bare = (text = '') => text.replaceAll(/\/mail\/unsubscribe\/[\w.-]+/g, '');
      expect(new Set(smtp.mails.map(({ html, text }) => bare(html) + bare(text))).size).to.equal(1);
      const [{ html, text }] = smtp.mails as [(typeof smtp.mails)[0]];
      expect(html).to.include('href="https://elsewhere.example/a?b=1&#x26;c=2"');
      expect(bare(html) + bare(text)).to.not.include('/mail/');
      expect(Array.from(html!.matchAll(/<img[^>]*src="([^"]*)"/g), ([, src]) => src)).to.deep.equal([
        'https://pictures.example/a.jpg',
      ]);
      expect(await use().database.kysely.selectFrom('mailing_links').selectAll().execute()).to.deep.equal([]);
    });
  },
  { ...smtp.env, SITE_URL: SITE, MAIL_RATE: '100000' },
);

describeVisited.onBothEngines(
  'clicks in mails',
  (use) => {
    const numbersOf = async (id: string) => {
      const { newsletters } = (await use().admin('GET', `/api/admin/analytics?post=${id}`)).body;
      return newsletters[0];
    };
    const follow = (path: string, method = 'GET', headers: Record<string, string> = {}) =>
      fetch(use().url + path, { method, headers: { 'user-agent': BROWSER, ...headers }, redirect: 'manual' });

    beforeEach(async () => {
      await use().signIn();
      await use().database.kysely.deleteFrom('subscribers').execute();
      await set(use(), { countClicks: false, imprintUrl: 'https://blog.example/imprint' });
    });

    // docs/interface.md, N23, N24
    it('lead to the addresses of the mail and no other, and are counted for each address alone', async () => {
      await set(use(), { countClicks: true });
      await insertSubscriber(use(), 'ada');
      await insertSubscriber(use(), 'bea');
      const target = 'https://elsewhere.example/a?b=1&c=2';
      const id = await send(use(), `[Elsewhere](${target}) [again](${target}) [Mail](mailto:a@b.example)`);
      const [one, two] = smtp.mails;
      const hrefsIn = (html = '') => Array.from(html.matchAll(/href="([^"]*)"/g), ([, href = '']) => href);
      const clickable = (html?: string) => hrefsIn(html).filter((href) => href.startsWith(`${SITE}/mail/click/`));
      expect(clickable(one!.html), 'the same for everybody').to.deep.equal(clickable(two!.html));
      expect(hrefsIn(one!.html)).to.include('mailto:a@b.example').and.include('https://blog.example/imprint');
      expect(hrefsIn(one!.html).filter((href) => href.includes('/mail/unsubscribe/'))).to.have.length(1);
      expect(one!.text).to.not.include('/mail/click/');

      const path = await pathTo(target, clickable(one!.html));
      const answer = await follow(path);
      expect([answer.status, answer.headers.get('location')]).to.deep.equal([302, target]);
      expect(answer.headers.get('cache-control')).to.equal('no-store');
      expect(answer.headers.get('referrer-policy')).to.equal('no-referrer');
      expect(answer.headers.get('set-cookie')).to.equal(null);
      await follow(path);
      expect((await follow(path, 'HEAD')).status).to.equal(302);
      await follow(path, 'GET', { 'sec-purpose': 'prefetch' });
      expect((await follow(path, 'POST')).status).to.equal(404);
      await follow(path, 'GET', { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' });
      const links = [{ url: target, clicks: 2 }];
      expect(await numbersOf(id)).to.deep.include({ post: id, sent: 2, accepted: 2, bounced: 0, clicks: 2, links });
      expect((await use().admin('GET', `/api/posts/${id}/mailing`)).body.mailing.clicks).to.deep.equal(links);

      for (const wrong of [`${path}x`, '/mail/click/abc.def', path.replace('/click/', '/unsubscribe/')]) {
        const { status, headers } = await follow(wrong);
        expect([status, headers.get('location')], wrong).to.deep.equal([404, null]);
      }
      await set(use(), { countClicks: false });
      expect((await follow(path)).headers.get('location'), 'of a mail that was sent before').to.equal(target);
      expect((await numbersOf(id)).links).to.deep.equal(links);
      const rows = await use().database.kysely.selectFrom('mailing_links').selectAll().execute();
      expect(Object.keys(rows[0]!).toSorted()).to.deep.equal(['clicks', 'mailing_id', 'url', 'url_hash']);
      // With the post, all is gone.
      await use().admin('DELETE', `/api/posts/${id}`);
      expect((await follow(path)).status).to.equal(404);
      expect(await use().database.kysely.selectFrom('mailing_links').selectAll().execute()).to.deep.equal([]);

      async function pathTo(url: string, from: string[]): Promise<string> {
        for (const link of from) {
          const at = link.slice(SITE.length);
          if ((await follow(at, 'HEAD')).headers.get('location') === url) return at;
        }
        throw new Error(`No link leads to ${url}.`);
      }
    });

    // docs/interface.md, N24
    it('are written in batches, also when the service ends', async () => {
      await set(use(), { countClicks: true });
      await insertSubscriber(use(), 'ada');
      const id = await send(use(), '[Elsewhere](https://elsewhere.example/)');
      const [{ mailing_id, url_hash }] = (await use()
        .database.kysely.selectFrom('mailing_links')
        .select(['mailing_id', 'url_hash'])
        .where('url', '=', 'https://elsewhere.example/')
        .execute()) as [{ mailing_id: string; url_hash: string }];
      const { clicks } = use().services;
      for (let at = 0; at < 1000; at += 1) clicks.add(mailing_id, url_hash);
      clicks.add('ma-gone', 'abc');
      await clicks.flush();
      expect((await numbersOf(id)).clicks).to.equal(1000);
    });
  },
  { ...smtp.env, SITE_URL: SITE, MAIL_RATE: '100000' },
);

describe('mails with templates of a theme', () => {
  const env: Record<string, string> = {};
  before(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'octavo-mail-theme-'));
    await mkdir(join(folder, 'mail'));
    const layout = `<html lang="{{ site.language }}"><head><style>p { color: red } @media (prefers-color-scheme: dark) { p { color: blue } }</style></head>
<body>{% block content %}{% endblock %}{% block foot %}{% endblock %}</body></html>`;
    await writeFile(join(folder, 'mail', 'layout.html.liquid'), layout);
    Object.assign(env, smtp.env, { THEME_DIR: folder, SITE_URL: SITE });
  });

  describeVisited(
    'of an earlier version',
    (use) => {
      // docs/interface.md, N20
      it('show the post, with their own styles in light and dark', async () => {
        const id = await write(use(), { title: 'Themed', content: 'Hello' });
        const { html } = (await use().admin('GET', `/api/posts/${id}/mailing/preview`)).body;
        expect(html).to.include('<p style="color: red;">Hello</p>').and.include('p{color:blue!important}');
        expect(html).to.include('/mail/unsubscribe/').and.not.include('undefined');
      });
    },
    env,
  );
});
