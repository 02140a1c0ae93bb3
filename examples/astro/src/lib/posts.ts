import { readFile, rename, writeFile } from 'node:fs/promises';

import { BlogError, createBlogClient, type BlogOutputs } from 'octavo-client';

/** A post with the HTML of its content. */
export type Post = BlogOutputs['posts']['get']['post'];

interface Copy {
  /** Where the last build stopped reading; absent before the first one. */
  cursor?: string;
  posts: Record<string, Post>;
}

const FILE = '.octavo.json';
/** Posts that are read at the same time. */
const AT_ONCE = 20;

const client = createBlogClient({ url: process.env.OCTAVO_URL!, token: process.env.OCTAVO_KEY });

/** All public posts, the newest first. Only those that changed since the last build are read. */
export const posts = await readPosts();

async function readPosts(): Promise<Post[]> {
  const copy = await updated(await kept()).catch((error: unknown) => {
    // The last build was too long ago, or the blog was restored from a backup.
    if (error instanceof BlogError && error.code === 'CURSOR_EXPIRED') return updated({ posts: {} });
    throw error;
  });
  await writeFile(`${FILE}.part`, JSON.stringify(copy));
  await rename(`${FILE}.part`, FILE);
  return Object.values(copy.posts).sort((a, b) => b.date.localeCompare(a.date) || a.id.localeCompare(b.id));
}

async function updated({ cursor, posts }: Copy): Promise<Copy> {
  let read = 0;
  for (let more = true; more;) {
    const page = await client.changes.list({ after: cursor, limit: 500 });
    for (const { id } of page.changes.filter(({ deleted }) => deleted)) delete posts[id];
    const changed = page.changes.filter(({ deleted }) => !deleted).map(({ id }) => id);
    while (changed.length > 0) {
      for (const post of await Promise.all(changed.splice(0, AT_ONCE).map(readPost))) {
        if (post) posts[post.id] = post;
        read++;
      }
    }
    ({ cursor, more } = page);
  }
  console.log(`Read ${read} posts.`);
  return { cursor, posts };
}

/** The post; undefined if it was taken back in the meantime, which the next build hears of. */
async function readPost(id: string): Promise<Post | undefined> {
  try {
    return (await client.posts.get({ id, include: 'html' })).post;
  } catch (error) {
    if (error instanceof BlogError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

async function kept(): Promise<Copy> {
  try {
    return JSON.parse(await readFile(FILE, 'utf8')) as Copy;
  } catch {
    return { posts: {} };
  }
}
