import { startSourceSite } from '../test/support/source-site.ts';
import { until } from '../test/support/until.ts';
import { createBlogClient } from '../client/index.ts';
import type { Filling } from './fill.ts';
import { fillSampleBlog, PICTURES, SHOWN } from './sample-blog.ts';
import { fillOwnersDesk } from './sample-owner.ts';
import type { SampleSite } from './sample-site.ts';

/** The password of the protected post. */
export const PASSWORD = 'an open secret';

/** Posts that only the looks have, by what is to be seen. */
export const LOOKED_AT = { everything: 'all-of-markdown', rightToLeft: 'right-to-left', scratch: 'scratch' } as const;

/** What a blog needs so that nothing of it is hidden. Nothing listens to the mail. */
export const fullEnvironment = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Slow Trains <blog@trains.example>',
  WEBHOOK_PRIVATE: 'allow',
  BACKUP_DIR: 'backups',
};

/** The sample blog with what may look bad: long names, a gone image, a protected post, all of Markdown. */
export async function fillForLooks(filling: Filling, language: string): Promise<void> {
  await fillSampleBlog(filling, { pictures: true });
  await fillOwnersDesk(filling);
  const { client, visitor } = filling;
  const tags = Array.from({ length: 20 }, (_, at) => `a rather long tag ${at}`);
  const secret = 'Nobody else reads this.\n\n## A part\n\n`code`\n\n## Another\n\nText.';
  const gone = `![A bridge](${PICTURES}-gone/bridge.png)`;
  for (const post of [
    { id: 'many-tags', title: 'Many tags', content: 'One for everything.', tags },
    {
      id: 'missing-picture',
      title: 'A picture that is gone',
      cover: `${PICTURES}-gone/cover.png`,
      content: `Here was one: ${gone} It left.\n\n${gone}\n\nThe one above stood alone.`,
    },
    { id: 'locked', title: 'Behind a password', content: secret, password: PASSWORD },
    { id: LOOKED_AT.everything, title: LONG_TITLE, content: EVERYTHING, category: LONG_WORD },
    { id: LOOKED_AT.rightToLeft, title: 'מכתב מהרכבת', content: HEBREW, tags: ['רכבות', 'trains'] },
    { id: LOOKED_AT.scratch, title: 'For notes', status: 'draft', content: 'One line.' } as const,
  ]) {
    await client.posts.create(post);
  }
  for (const content of [`${LONG_WORD.repeat(4)} https://rails.example/${'path/'.repeat(30)}`, ARABIC]) {
    await visitor().comments.submit({ id: LOOKED_AT.everything, author: LONG_WORD.repeat(2), content });
  }
  await client.pages.create({ id: 'about-this-blog', title: 'About this blog', content: 'Who writes, and *why*.' });
  await client.settings.update({ language });
}

/** Switches everything on that a running blog can have. */
export async function switchAllOn({ url, token }: SampleSite): Promise<void> {
  const client = Object.assign(createBlogClient({ url }), { token });
  await client.settings.update({
    siteUrl: url,
    homeLayout: 'cards',
    accentColor: '#7a3b8f',
    logo: `${PICTURES}/logo.svg`,
    authorPicture: `${PICTURES}/mara.svg`,
    authorLinks: [
      { label: 'Mastodon', url: 'https://social.example/@mara' },
      { label: 'Code', url: 'https://code.example/mara' },
    ],
    footerText: 'All texts may be copied with a link to where they came from.',
    navigation: [
      { label: 'About this blog', url: '/about-this-blog' },
      { page: 'archive' },
      { page: 'guestbook' },
      { page: 'search' },
      { label: 'Timetables of all the railways', url: 'https://rails.example/' },
    ],
    footerNavigation: [{ label: 'Imprint', url: '/about-this-blog' }],
    subscribeBox: true,
    ownerEmail: 'mara@trains.example',
    webmentions: true,
    spamFilter: true,
    commentModeration: 'off',
  });
  await client.keys.create({ name: 'The timetable of the week', scopes: ['read', 'drafts', 'comments'] });
  await client.webhooks.create({ url: `${url}/nowhere`, events: ['post.published', 'comment.created'], active: true });
  for (const name of ['ada', 'a-rather-long-address-of-somebody', 'grace']) {
    await client.subscribers.add({ email: `${name}@readers.example` });
  }
  await client.comments.submit({ id: SHOWN.post, author: 'Win', content: 'https://casino.example '.repeat(8) });
  await mentioned(url, client);
}

/** A webmention of a post, approved. */
async function mentioned(url: string, client: ReturnType<typeof createBlogClient>): Promise<void> {
  const site = await startSourceSite();
  const target = `${url}/posts/${SHOWN.post}`;
  const html = `<article class="h-entry"><a class="p-author h-card" href="/">Grace of the night desk</a>
    <p class="e-content">Somebody went by <a href="${target}">night train</a> for a week.</p></article>`;
  site.pages.set('/', html);
  try {
    const body = new URLSearchParams({ source: `${site.url}/`, target });
    await fetch(`${url}/api/webmention`, { method: 'POST', body });
    let id: string | undefined;
    await until(async () => {
      const { comments } = await client.comments.all({ pageSize: 100 });
      id = comments.find(({ source }) => source !== undefined)?.id;
      return id !== undefined;
    });
    await client.comments.bulk({ ids: [id!], action: 'approve' });
  } finally {
    await site.close();
  }
}

const LONG_WORD = 'Donaudampfschifffahrtsgesellschaft';
const LONG_TITLE = `Everything that a text can have, from the ${LONG_WORD} to the last of its seventeen footnotes`;
const ARABIC = 'كان القطار متأخراً، لكن الشاي كان ساخناً.';
const HEBREW = `הרכבת יצאה בשש בבוקר, ובקרון לא היה איש מלבד המוכר.

## מה לקחנו

- תרמיל אחד
- מפה ישנה
  - ועליה כתמי קפה

> מי שממהר, שייסע במכונית.

And one paragraph in English, about \`code\`.

\`\`\`js
const train = 'on time';
\`\`\`

> [!NOTE]
> הכרטיסים נמכרים רק בתחנה.

| יום | מרחק | לינה |
|--|--:|--|
| 1 | 210 | בקרון |
| 2 | 180 | אצל חברים |
`;

const EVERYTHING = `A paragraph with **strong**, *stressed*, ~~gone~~ and ==marked== words, \`code\`, a [link](https://rails.example/), <kbd>Ctrl</kbd> + <kbd>Z</kbd>, $a^2 + b^2$ and a note.[^one]

![A harbour in the morning](${PICTURES}/harbour.svg "The harbour, before anybody was up")

## Lists, and a heading that is so long that it takes two lines

- one
  - with one below
- [x] done
- [ ] to do

1. first
2. second

### Three columns are easy

| Day | Distance | Weather | Where we slept | What we ate | What the goat ate |
|--|--:|:-:|--|--|--|
| 1 | 21 km | rain | a barn | soup | my hat |
| 2 | 18 km | wind | the tent | soup | my other hat |

> A quotation.
>
> > And one in it.

> [!NOTE]
> A note for those who read on.

> [!WARNING]
> A warning for those who do not.

## Code and sums

\`\`\`ts
export const total = days.reduce((sum, { steps }) => sum + steps, 0); // ${'so far '.repeat(12)}
\`\`\`

\`\`\`
A line without a language.
\`\`\`

$$
\\int_0^1 x^2 \\, dx = \\frac{1}{3}
$$

${LONG_WORD.repeat(5)} and https://rails.example/${'path/'.repeat(30)}

---

![One](${PICTURES}/one.svg) ![Two](${PICTURES}/two.svg) ![Three](${PICTURES}/three.svg)

## Players and cards

https://www.youtube.com/watch?v=dQw4w9WgXcQ

https://rails.example/timetable

<details><summary>What it cost</summary>

Not much.

</details>

#### A small heading

The end.

[^one]: It is short.
`;
