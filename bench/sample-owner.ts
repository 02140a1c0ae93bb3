import type { Filling } from './fill.ts';
import { DAY, PICTURES, SHOWN } from './sample-blog.ts';
import { randomFrom } from '../test/support/random.ts';

/** What only the owner of the sample blog sees. */
export const OWNED = { draft: 'the-timetable-that-fits-on-a-card' } as const;

/** Days of views before today. */
const DAYS = 30;

/** Gives the sample blog what its owner has to do and to look at: drafts, held comments, media, views, errors. */
export async function fillOwnersDesk({ client, visitor, goTo }: Filling): Promise<void> {
  const now = Date.now();
  await readBy(visitor, goTo, now);
  await goTo(new Date(now - DAY / 6));
  await writeDrafts(client, goTo, now);
  for (const [name, alt] of media) await client.media.add({ url: `${PICTURES}/${name}.svg`, name: `${name}.svg`, alt });
  await client.settings.update({ commentModeration: 'all' });
  for (const { thread, author, content } of held) await visitor().comments.submit({ id: thread, author, content });
  await client.settings.update({ commentModeration: 'off' });
  for (const message of errors) await visitor().reports.submit({ message, source: '/assets/site.js', url: '/' });
}

async function readBy(visitor: Filling['visitor'], goTo: Filling['goTo'], now: number): Promise<void> {
  const random = randomFrom(7);
  const { posts } = await visitor().posts.list({ pageSize: 8 });
  for (let day = DAYS; day > 0; day--) {
    await goTo(new Date(now - day * DAY));
    const readers = 14 + 9 * Math.sin(day / 4) + 8 * random();
    for (let reader = 0; reader < readers; reader++) {
      const client = visitor();
      const { id } = posts[Math.floor(posts.length * random() ** 2)]!;
      await client.stats.view({ id });
      if (random() < 0.08) await client.stats.like({ id });
    }
  }
}

async function writeDrafts(client: Filling['client'], goTo: Filling['goTo'], now: number): Promise<void> {
  const content = `A timetable should fit on a card that fits in a coat.

## What goes on it

1. The two trains that matter.
2. The one after the last.

> Everything else is in the book at home.

\`\`\`ts
const onCard = trains.filter(({ matters }) => matters).slice(0, 3);
\`\`\`
`;
  const draft = { id: OWNED.draft, title: 'The timetable that fits on a card', status: 'draft' } as const;
  await client.posts.create({
    ...draft,
    tags: ['trains', 'paper'],
    category: 'Travel',
    content: content.slice(0, 120),
  });
  await client.posts.update({ id: OWNED.draft, content: content.slice(0, 170) });
  await goTo(new Date(now - DAY / 12));
  await client.posts.update({ id: OWNED.draft, content });
  const publishAt = new Date(now + 3 * DAY).toISOString();
  await client.posts.create({
    title: 'Spring cleaning of a server',
    category: 'Computers',
    publishAt,
    content: 'Soon.',
  });
}

const media = [
  ['mountains', 'Mountains at dusk, seen from a train'],
  ['harbour', 'Boats in a small harbour'],
  ['workshop', 'A bench with half a radio on it'],
  ['platform', 'A platform before sunrise'],
  ['desk', 'A desk with one lamp'],
  ['bridge', 'A railway bridge over a wide river'],
] as const;

const held = [
  { thread: SHOWN.post, author: 'Petra', content: 'Which carriage was the quiet one? I leave on Friday.' },
  {
    thread: SHOWN.long,
    author: 'best-watches-4u',
    content: 'Great article!! Visit us for the best prices on watches.',
  },
  { thread: 'gb-note', author: 'Oskar', content: 'Found you through the radio club. Greetings from Tampere!' },
];

const errors = [
  'TypeError: Cannot read properties of null (reading "focus")',
  'QuotaExceededError: The quota has been exceeded.',
];
