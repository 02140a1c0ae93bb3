// node bench/mail-pictures.ts [folder]: lets a service send one mail of each kind over SMTP in every language, and takes
// pictures of their HTML as <mail>-<light|dark|phone>.png (those in Hebrew as <mail>-he-…), with the text parts as <mail>-<language>.txt.
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright-core';

import { languageNames } from '../shared/languages.ts';
import { comment, set } from '../test/support/comments.ts';
import { linkIn } from '../test/support/mail-links.ts';
import { write } from '../test/support/posts.ts';
import { announceRun } from '../test/support/run.ts';
import { startTestService, type TestService } from '../test/support/service.ts';
import { startSmtp, type ReceivedMail, type Smtp } from '../test/support/smtp.ts';
import { until } from '../test/support/until.ts';
import { findChromium, launchChromium, NO_CHROMIUM } from './chromium.ts';
import { landscape } from './landscape.ts';
import { inWorkshop } from './processes.ts';
import { PICTURES } from './sample-blog.ts';

const HOUR = 60 * 60_000;
/** Longer than the lines of the template, so that it is seen how they break. */
const REMARK =
  'The ferry at six is the better one: nobody is on it but the postman, and the light comes over the bow.\n\nBring a coat & <something> to read.';
const ARTICLE = `The ferry leaves at *six*, and at **seven** in winter. See [the timetable](https://ferry.example/timetable).

![The harbour from the bow](${PICTURES}/harbour.svg)

## What it costs

| Way     | On foot | With a car |
| ------- | ------: | ---------: |
| single  |    4.20 |      18.00 |
| return  |    7.00 |      31.50 |

> Bring a coat.

1. Buy the ticket before nine.
2. Keep it for the way back.

\`\`\`js
const fares = await fetch('https://ferry.example/fares.json').then((answer) => answer.json());
\`\`\`

The toll is $t = d / v$.
`;

const views = {
  light: { viewport: { width: 720, height: 400 }, colorScheme: 'light' },
  dark: { viewport: { width: 720, height: 400 }, colorScheme: 'dark' },
  phone: { viewport: { width: 375, height: 400 }, colorScheme: 'light' },
} as const;

const target = resolve(process.argv[2] ?? 'mails');
const chromium = findChromium();
if (chromium === null) {
  console.error(`There is ${NO_CHROMIUM}.`);
  process.exitCode = 1;
} else {
  await mkdir(target, { recursive: true });
  const browser = await launchChromium(chromium);
  const smtp = await startSmtp();
  try {
    await inWorkshop(async (folder) => {
      announceRun(folder, null);
      const freshUrl = () => Promise.resolve(`sqlite:${join(folder, 'blog.db')}`);
      const env = { ...smtp.env, SITE_URL: 'https://blog.example' };
      const service = await startTestService({ name: 'SQLite', freshUrl }, env);
      await takeFrom(service, smtp, browser);
      await service.close();
    });
  } finally {
    await smtp.stop();
    await browser.close();
  }
}

async function takeFrom(service: TestService, smtp: Smtp, browser: Browser): Promise<void> {
  await furnish(service);
  for (const language of languageNames) {
    for (const [name, mail] of Object.entries(await mailsIn(service, smtp, language))) {
      await writeFile(join(target, `${name}-${language}.txt`), `${mail.subject}\n\n${mail.text}`);
      if (language === 'en') await takeAll(browser, name, mail);
      if (language === 'he') await takeAll(browser, `${name}-he`, mail);
    }
  }
}

async function furnish(service: TestService): Promise<void> {
  await set(service, { title: 'Harbour notes', author: 'Mara', ownerEmail: 'mara@blog.example', spamFilter: false });
  await write(service, { id: 'the-ferry', title: 'The ferry at six', content: ARTICLE });
}

/** One mail of each kind. Writers and subscribers are other people in each language. */
async function mailsIn(
  service: TestService,
  smtp: Smtp,
  language: (typeof languageNames)[number],
): Promise<Record<string, ReceivedMail>> {
  /** Does something, and waits for the mail that it causes. */
  async function mailOf(act: () => Promise<unknown>): Promise<ReceivedMail> {
    const before = smtp.mails.length;
    await act();
    return (await smtp.received(before + 1))[before]!;
  }
  const confirm = (mail: ReceivedMail) =>
    service.call('POST', linkIn(mail, 'confirm'), {
      raw: '',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const address = { 'cf-connecting-ip': `192.0.2.${languageNames.indexOf(language) + 1}` };
  const said = (author: string, more: object = {}) =>
    comment(service, 'the-ferry', { author, content: `${REMARK} (${language})`, ...more }, address);
  const mails: Record<string, ReceivedMail> = {};

  await set(service, { language, notifyOwner: 'immediately', commentModeration: 'off' });
  mails['test'] = await mailOf(() => service.admin('POST', '/api/admin/mail/test'));
  mails['comment'] = await mailOf(() => said('Ada'));
  await set(service, { commentModeration: 'all' });
  mails['comment-pending'] = await mailOf(() => said('Bea'));
  await set(service, { commentModeration: 'off', notifyOwner: 'hourly' });
  mails['digest'] = await mailOf(async () => {
    const [, last] = [await said('Cleo'), await said('Dora')];
    const jobs = service.database.kysely.selectFrom('jobs').select('data');
    await until(async () => (await jobs.execute()).some(({ data }) => data.includes(last.comment.id)));
    service.clock.advance(HOUR);
  });
  await set(service, { notifyOwner: 'never' });

  let asked = '';
  mails['reply-confirm'] = await mailOf(async () => {
    asked = (await said('Ed', { email: `ed@${language}.example.org`, notify: true, language })).comment.id;
  });
  await confirm(mails['reply-confirm']);
  mails['reply'] = await mailOf(() => said('Flo', { parentId: asked }));

  mails['confirm'] = await mailOf(() =>
    service.call('POST', '/api/subscribers', { body: { email: `gus@${language}.example.org`, language } }),
  );
  mails['post-test'] = await mailOf(() => service.admin('POST', '/api/posts/the-ferry/mailing/test'));
  await confirm(mails['confirm']);
  const post = { title: 'The ferry at six', content: ARTICLE, notifySubscribers: true };
  mails['post'] = await mailOf(() => write(service, { ...post, id: `ferry-${language}` }));
  const secret = { ...post, title: 'For friends', protected: true, password: 'open sesame' };
  mails['post-protected'] = await mailOf(() => write(service, { ...secret, id: `friends-${language}` }));
  const { subscribers } = (await service.admin('GET', '/api/admin/subscribers')).body;
  for (const { id } of subscribers) await service.admin('DELETE', `/api/admin/subscribers/${id}`);
  return mails;
}

async function takeAll(browser: Browser, name: string, { html = '' }: ReceivedMail): Promise<void> {
  for (const [view, options] of Object.entries(views)) {
    const context = await browser.newContext(options);
    await context.route(`${PICTURES}/**`, (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: landscape(new URL(route.request().url()).pathname) }),
    );
    const page = await context.newPage();
    await page.setContent(html, { waitUntil: 'networkidle' });
    const file = `${name}-${view}.png`;
    await page.screenshot({ path: join(target, file), fullPage: true });
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    console.log(tooWide > 0 ? `${file} is ${tooWide} px too wide` : file);
    await context.close();
  }
}
