import { comments, entries } from './sample-comments.ts';
import { posts } from './sample-posts.ts';
import type { Filling } from './fill.ts';

/** The host of the sample blog's images; scripts that open the blog answer its requests. */
export const PICTURES = 'https://pictures.example';

/** The posts that others ask for by name. */
export const SHOWN = { post: 'a-week-on-the-night-trains', long: 'moving-a-blog-of-ten-years' } as const;

export interface SampleBlogOptions {
  /** Whether posts have pictures, which lie on another host. */
  pictures: boolean;
}

/** Fills a blog as after a year of use: posts, comments, guestbook. */
export async function fillSampleBlog({ client, goTo }: Filling, { pictures }: SampleBlogOptions): Promise<void> {
  const now = Date.now();
  await client.settings.update({
    title: 'Slow Trains, Small Servers',
    description: 'Notes on travelling without hurry and on computers that one person can understand.',
    author: 'Mara Lindqvist',
  });
  for (const { daysAgo, picture, content, ...post } of posts) {
    await goTo(new Date(now - daysAgo * DAY));
    const date = new Date(now - daysAgo * DAY).toISOString().slice(0, 10);
    const cover = pictures && picture !== undefined ? `${PICTURES}/${picture}.svg` : '';
    await client.posts.create({ ...post, date, content, cover });
  }
  const ids = new Map<string, string>();
  for (const { name, to, daysAgo, thread, ...comment } of [...comments, ...entries].toSorted(oldestFirst)) {
    await goTo(new Date(now - daysAgo * DAY));
    const parentId = to === undefined ? undefined : ids.get(to);
    const { comment: written } = await client.comments.submit({ id: thread, ...comment, parentId });
    if (name !== undefined) ids.set(name, written.id);
  }
  await goTo(new Date(now));
}

/** Milliseconds. */
export const DAY = 24 * 60 * 60 * 1000;

function oldestFirst(one: { daysAgo: number }, other: { daysAgo: number }): number {
  return other.daysAgo - one.daysAgo;
}
