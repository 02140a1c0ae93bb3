// A program that uses the client; test/wide/client-types.test.ts compiles it.
import {
  BlogError,
  createBlogClient,
  decryptPost,
  plainText,
  type BlogClient,
  type Post,
} from '../../../client/index.ts';

/** All types here come from the service. */
export async function digest(client: BlogClient): Promise<string[]> {
  const { posts, total } = await client.posts.list({ tag: 'news', pageSize: 20 });
  const lines = posts.map((post) => `${post.date} ${post.title}: ${post.excerpt} (${post.tags.join(', ')})`);
  return [...lines, `${total.toFixed()} posts`];
}

export async function read(id: string, password: string): Promise<string> {
  const client = createBlogClient({ url: 'https://blog.example', retry: { attempts: 2, maxWait: 5 } });
  const { post } = await client.posts.get({ id });
  return post.enc ? decryptPost(post.enc, password) : post.content;
}

export async function talk(client: BlogClient, id: Post['id']): Promise<string> {
  try {
    const { comment, receipt } = await client.comments.submit({ id, author: 'Ann', content: 'Hello' });
    client.receipts = [...client.receipts, receipt];
    return plainText(comment);
  } catch (error) {
    if (!(error instanceof BlogError)) throw error;
    return error.code === 'RATE_LIMITED' ? `in ${error.retryAfter ?? 60} seconds` : error.message;
  }
}

export async function slips(client: BlogClient): Promise<void> {
  // @ts-expect-error -- unknown field
  await client.posts.create({ title: 'x', titel: 'y' });
  // @ts-expect-error -- a title is required
  await client.posts.create({ content: 'x' });
  // @ts-expect-error -- invalid status
  await client.posts.update({ id: 'x', status: 'hidden' });
  // @ts-expect-error -- unknown procedure
  await client.posts.remove({ id: 'x' });
  // @ts-expect-error -- the response has no such field
  void (await client.posts.get({ id: 'x' })).post.body;
}
