import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { createBlogClient, type BlogClient } from '../../client/index.ts';

const PASSWORD = 'correct horse battery';
/** Posts in one import. */
const AT_ONCE = 100;

/** A running blog. */
export interface Blog {
  url: string;
  /** A client with the administrator's session. */
  client: BlogClient;
  /** Makes an API key with a scope. */
  newKey(...scopes: ('read' | 'posts' | 'comments')[]): Promise<string>;
  close(): Promise<void>;
}

/**
 * Starts the service with an empty database and fills it with posts `post-1`, `post-2` …
 *
 * @param folder for the database
 * @param origin of the pages that may call it
 */
export async function startBlog(folder: string, origin: string, posts: number): Promise<Blog> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('../../server/main.ts', import.meta.url))], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      DATABASE_URL: `sqlite:${join(folder, 'blog.db')}`,
      ADMIN_PASSWORD: PASSWORD,
      CORS_ORIGINS: origin,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  const url = await Promise.race([urlOf(child.stdout), once(child, 'exit').then(() => undefined)]);
  if (url === undefined) throw new Error('The service did not start.');
  const client = createBlogClient({ url });
  ({ token: client.token } = await client.admin.login({ password: PASSWORD }));
  await fill(client, posts);
  return {
    url,
    client,
    newKey: async (...scopes) => (await client.keys.create({ name: scopes.join(), scopes })).secret,
    async close() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function urlOf(output: NodeJS.ReadableStream): Promise<string | undefined> {
  for await (const line of createInterface(output)) {
    const url = /http:\/\/127[^\s"]+/.exec(line)?.[0];
    if (url === undefined) continue;
    output.resume();
    return url;
  }
  return undefined;
}

async function fill(client: BlogClient, count: number): Promise<void> {
  const posts = Array.from({ length: count }, (_, at) => ({
    sourceKey: String(at + 1),
    id: `post-${at + 1}`,
    title: `Post ${at + 1}`,
    date: new Date(Date.UTC(2020, 0, 1 + at)).toISOString().slice(0, 10),
    content: `The **text** of post ${at + 1}, written at old.example.`,
  }));
  while (posts.length > 0) await client.transfer.import({ posts: posts.splice(0, AT_ONCE) });
}
