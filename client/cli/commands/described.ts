import type { Page, PageSummary, Post, PostSummary } from '../../index.ts';
import { visible } from '../output.ts';

/** The marks of a post or page in lists, such as `pinned`. */
export function describeMarks(post: PostSummary | PageSummary): string {
  const takesComments = 'allowComments' in post && post.allowComments === 1;
  return [post.pinned && 'pinned', post.protected && 'protected', takesComments && 'comments']
    .filter(Boolean)
    .join(' ');
}

/** A post or page with its text. */
export function describeEntry(post: Post | Page): string {
  const { id, title, status, publishAt, category, author, tags, version } = post;
  const facts = [
    ['id', id],
    ['date', 'date' in post ? post.date : ''],
    ['status', [status, describeMarks(post)].filter(Boolean).join(', ')],
    ['visible', publishAt === null ? '' : `from ${publishAt}`],
    ['category', category],
    ['author', author],
    ['tags', tags.join(', ')],
    ['version', String(version)],
  ].filter(([, value]) => value !== '');
  const heading = facts.map(([name = '', value = '']) => `${name.padEnd(9)} ${visible(value)}`).join('\n');
  const text = post.enc ? '(The text is encrypted.)' : visible(post.content, { lines: true });
  return `${visible(title)}\n\n${heading}\n\n${text}`;
}
