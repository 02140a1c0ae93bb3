// OCTAVO_URL=… OCTAVO_KEY=… node replace.js <text> <replacement> [--write]: replaces a text in the content of all posts.
import { parseArgs } from 'node:util';
import { BlogError, createBlogClient } from 'octavo-client';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { write: { type: 'boolean' } } });
const [text, replacement] = positionals;
if (!text || replacement === undefined) {
  console.error('Usage: node replace.js <text> <replacement> [--write]');
  process.exit(1);
}

const client = createBlogClient({ url: process.env.OCTAVO_URL ?? '', token: process.env.OCTAVO_KEY });

let changed = 0;
for await (const post of client.posts.each({ include: 'content' })) {
  if (!post.content?.includes(text)) continue;
  console.log(`${values.write ? 'Changing' : 'Would change'} ${post.id}`);
  if (values.write) await replaceIn(post.id, post);
  changed++;
}
console.log(`${changed} posts`);

/**
 * Replaces the text, unless somebody has changed the post since it was read: then the post is read again.
 *
 * @param {string} id
 * @param {{ content?: string, version: number }} post
 */
async function replaceIn(id, { content = '', version }) {
  try {
    await client.posts.update({ id, content: content.replaceAll(text, replacement), ifVersion: version });
  } catch (error) {
    if (!(error instanceof BlogError) || error.code !== 'PRECONDITION_FAILED') throw error;
    const { post } = await client.posts.get({ id });
    await replaceIn(id, post);
  }
}
