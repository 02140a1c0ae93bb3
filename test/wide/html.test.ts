import { expect } from 'chai';

import { crawl } from '../support/crawler.ts';
import { checkHtml, hasJava, NO_JAVA } from '../support/html-check.ts';
import { createAdministrator } from '../../routers/admin/account.ts';
import { mentionKey } from '../../routers/comments/source-key.ts';
import { builtApp } from '../../server/site/admin/built.ts';
import { languageNames } from '../../shared/languages.ts';
import { comment, set, withdraw } from '../support/comments.ts';
import { databaseKinds } from '../support/databases.ts';
import { picture } from '../support/files.ts';
import { write } from '../support/posts.ts';
import { newFolder } from '../support/run.ts';
import { SAMPLE } from '../support/sample-posts.ts';
import { PASSWORD, startTestService, type TestService } from '../support/service.ts';
import { fillSite } from '../support/site.ts';
import { skip } from '../support/skip.ts';
import { startSmtp, type Smtp } from '../support/smtp.ts';
import { freshAddress } from '../support/visitors.ts';

/** The checker guesses the language of texts: an English post on an Arabic site is the author's choice. */
const GUESS = /appears to be written in/;

/** Layout by attributes of tables in mails, where several mail clients ignore CSS. */
const MAILS =
  /^line \d+: The “(width|cellpadding|cellspacing|border|align)” attribute on the “(table|td)” element is obsolete\./;

/** Markdown that the sample posts do not contain. */
const MARKDOWN = `Inline $x^2$ maths, ==a mark==, a footnote[^1], and an address https://elsewhere.example/ in the text.

$$\\int_0^1 \\frac{\\sqrt{x}}{2}\\,dx = \\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}$$

$\\nonsense$

> [!WARNING]
> Mind the step.

https://www.youtube.com/watch?v=dQw4w9WgXcQ

https://vimeo.com/76979871

https://elsewhere.example/an/article

![A title makes a caption](PICTURE "The boat")

![One](PICTURE) ![Two](PICTURE)

![A sound](/media/2026/03/none-00000000.mp3)

<video src="/media/2026/03/none-00000000.mp4" controls></video>

<audio controls src="https://elsewhere.example/a.mp3"></audio>

<dl><dt>Term</dt><dd>Meaning</dd></dl>

<figure><img src="https://pictures.example/a.jpg"><figcaption>By hand</figcaption></figure>

<details open><summary>More</summary>

\`\`\`diff
- one
+ two
\`\`\`

</details>

| | A | B |
|-|:-:|--:|
| 1 | 2 |

עברית בפסקה אחת.

# A heading of the first level

#### And one of the fourth

[^1]: With \`code\` and **emphasis**.

    And a second paragraph.`;

describe('every kind of page', function () {
  let service: TestService | undefined;
  let smtp: Smtp | undefined;
  const pages = new Map<string, string>();

  before(async function () {
    if (!hasJava()) skip(this, `there is ${NO_JAVA}`);
    smtp = await startSmtp();
    await builtApp();
    service = await startTestService(databaseKinds[0]!, { SITE: 'on', ...smtp.env }, { administrator: false });
  });
  after(async () => {
    await service?.close();
    await smtp?.stop();
  });

  /** Stores the answer of a path. */
  async function see(path: string, expected = 200, name = path): Promise<void> {
    const { status, body } = await service!.call('GET', path, { headers: { ...freshAddress(), accept: 'text/html' } });
    expect(status, path).to.equal(expected);
    pages.set(name, String(body));
  }

  /** Sends a form as browsers do without scripts. */
  async function submit(path: string, fields: Record<string, string>, name: string): Promise<void> {
    const headers = { ...freshAddress(), origin: service!.url };
    const answer = await fetch(service!.url + path, { method: 'POST', headers, body: new URLSearchParams(fields) });
    pages.set(name, await answer.text());
  }

  /** Every page that links lead to. */
  async function seeAll(name: string): Promise<void> {
    const crawled = await crawl(service!.url, { from: ['/', '/sitemap.xml'] });
    for (const [path, html] of crawled.pages) pages.set(`${name} ${path}`, html);
  }

  it('is valid HTML, without a warning', async () => {
    const use = service!;
    await see('/', 200, 'a new blog');
    await see('/admin', 200, 'the app before it has a password');
    await createAdministrator(use.services, PASSWORD);
    await use.signIn();
    await see('/', 200, 'a blog without posts');
    await fillSite(use);
    await fillMore(use);
    await see('/admin');
    await see('/api/docs');
    await see('/offline');
    await see('/search');
    await see('/search?q=goat');
    await see('/search?q=gaot');
    await see('/search?q=xyzzy');
    await see('/nothing', 404);
    await see('/posts/nothing', 404);
    await see('/mail/confirm/nothing', 404);
    await see('/mail/unsubscribe/nothing', 404);
    await see('/mail/moderate/nothing', 404);
    await see('/mail/subscribe');
    await submit('/mail/subscribe', { email: 'reader@reader.example' }, 'subscribed');
    await submit('/mail/subscribe', { email: 'a"<b' }, 'not subscribed');
    await submit('/posts/everything/comments', { author: '', content: '' }, 'a refused comment');
    await submit('/posts/everything/comments', { author: 'Ann', content: 'Sent' }, 'a comment');
    await seeAll('list');
    await set(use, { homeLayout: 'cards', language: 'ar', commentModeration: 'all' });
    await seeAll('ar');
    await submit('/posts/everything/comments', { author: 'Bo', content: 'Held' }, 'a held comment');
    for (const language of languageNames) {
      await set(use, { language });
      for (const path of ['/', '/posts/everything', `/posts/${SAMPLE.locked}`, '/guestbook', '/about']) {
        await see(path, 200, `${language} ${path}`);
      }
      await see('/nothing', 404, `${language} 404`);
    }
    for (const [at, { html }] of (await smtp!.received(2)).entries()) pages.set(`mail ${at}`, html ?? '');
    expect(pages.size).to.be.above(100);
    const found = await checkHtml(pages, await newFolder());
    const wrong = found.filter(
      ({ page, what }) => !GUESS.test(what) && !(page.startsWith('mail ') && MAILS.test(what)),
    );
    expect(wrong).to.deep.equal([]);
  });
});

/** Adds what the sample site does not have: a page, uploads, a menu, comments of every kind, mails. */
async function fillMore(use: TestService): Promise<void> {
  const file = new Blob([new Uint8Array(await picture(1600, 900, 7).png().toBuffer())]);
  const form = new FormData();
  form.set('file', file, 'boat.png');
  const answer = await fetch(`${use.url}/api/media/upload`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${use.token}` },
  });
  const { media } = (await answer.json()) as { media: { url: string } };
  const boat = new URL(media.url).pathname;
  const content = MARKDOWN.replaceAll('PICTURE', boat);
  await write(use, { id: 'everything', title: 'Everything', content, cover: boat, category: 'Travel', tags: ['sea'] });
  await write(use, { id: 'hebrew', title: 'מכתב', content: 'שלום לכם.\n\nOne sentence in English.' });
  await use.admin('POST', '/api/pages', { id: 'about', title: 'About', content, commentsEnabled: true });
  await set(use, {
    siteUrl: 'https://blog.example',
    ownerEmail: 'ada@blog.example',
    notifyOwner: 'immediately',
    subscribeBox: true,
    webmentions: true,
    logo: boat,
    icon: boat,
    authorPicture: boat,
    accentColor: '#2f5d50',
    bodyFont: 'literata',
    headingFont: 'inter',
    customCss: '.prose { color: inherit }',
    footerText: '© 2026 Ada\nAll of it.',
    authorLinks: [{ label: 'Mastodon', url: 'https://social.example/@ada' }],
    navigation: [{ label: 'About', url: '/about' }, { page: 'archive' }, { page: 'search', label: 'Find' }],
    footerNavigation: [{ label: 'Write me', url: 'mailto:ada@blog.example' }],
  });
  const say = (fields: Record<string, unknown>) => comment(use, 'everything', fields, freshAddress());
  const gone = await say({ author: 'Bea', content: 'Gone' });
  await say({ author: 'Cai', content: 'Stays. https://elsewhere.example/', parentId: gone.comment.id });
  await withdraw(use, gone);
  const mention = await say({ author: 'Grace', content: 'I wrote about it.' });
  await use.database.kysely
    .updateTable('comments')
    .set({ source_key: mentionKey('https://grace.example/1', 'everything') })
    .where('id', '=', mention.comment.id)
    .execute();
  await use.admin('POST', `/api/comments/${mention.comment.id}/reply`, { content: 'Thank you.' });
  await use.admin('PUT', `/api/comments/${mention.comment.id}`, { featured: true });
}
