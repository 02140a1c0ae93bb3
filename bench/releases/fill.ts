import type { Filled } from '../../test/support/releases.ts';
import { picture } from '../../test/support/files.ts';
import { until } from '../../test/support/until.ts';
import type { Caller } from './caller.ts';
import { fillPosts } from './fill-posts.ts';

/** Fills a blog with everything that the release has. */
export async function fillRelease(caller: Caller): Promise<Filled> {
  const { admin, call, has, token, signIn } = caller;
  await admin('PUT', '/api/admin/settings', {
    title: 'Harbour notes',
    description: 'What comes and goes by sea',
    author: 'Ada',
    feedItems: 30,
    ...(has('post /api/posts/{id}/revisions/{version}/restore') && { timeZone: 'Europe/Berlin' }),
    ...(has('get /.well-known/security.txt') && { securityContact: 'mailto:security@example.org' }),
    ...(has('put /api/admin/names/{kind}/{name}') && IDENTITY),
  });
  const upload = has('post /api/media/upload') ? await fillMedia(caller) : null;
  await fillPosts(caller, upload);
  if (has('put /api/admin/names/{kind}/{name}')) await fillNames(caller);
  await fillComments(caller);
  await admin('POST', '/api/errors', { message: 'It broke', url: 'https://blog.example/' }).catch(() => undefined);
  const revoked = await signIn('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/605.1.15');
  await call('POST', '/api/admin/logout', undefined, { authorization: `Bearer ${revoked}` });
  const key = has('post /api/admin/keys')
    ? ((await admin('POST', '/api/admin/keys', { name: 'Static site', scopes: ['read', 'drafts'] })).secret as string)
    : null;
  if (has('post /api/admin/webhooks')) await fillWebhooks(caller);
  if (has('post /api/admin/subscribers/import')) {
    const csv =
      'email,language,created_at,confirmed_at\n+ada@example.org,de,2024-01-02T03:04:05Z,2024-01-02T04:00:00Z\nbea@example.org,en,2025-06-07T08:09:10Z,2025-06-07T09:00:00Z';
    await admin('POST', '/api/admin/subscribers/import', { csv });
  }
  return { token, revoked, key };
}

/** What 2.19.0 lets the site have of its own. */
const IDENTITY = {
  accentColor: '#0a6ebd',
  authorLinks: [{ label: 'Elsewhere', url: 'https://social.example/@ada' }],
  footerText: 'All times in *local* time',
  navigation: [
    { label: 'Start', url: '/' },
    { label: 'Archive', url: '/archive' },
  ],
};

/** A tag with a description, and one that had another name. */
async function fillNames({ admin }: Caller): Promise<void> {
  await admin('PUT', '/api/admin/names/tag/sea', { description: 'Salt water' });
  await admin('POST', `/api/admin/names/tag/${encodeURIComponent('Ä b')}/rename`, { newName: 'Ä c' });
}

/** An uploaded picture with its smaller versions. @returns its path */
async function fillMedia({ admin, url, token }: Caller): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([await picture(700, 500, 3).png().toBuffer()]), 'harbour.png');
  const { media } = await admin('POST', '/api/media/upload', form, { authorization: `Bearer ${token}` });
  await until(async () => {
    const { media: all } = await admin('GET', '/api/media?pageSize=100');
    return (all as { id: string; sizes: unknown }[]).every(({ sizes }) => sizes !== null);
  });
  return (media.url as string).replace(/^https?:\/\/[^/]+/, '').replace(url, '');
}

async function fillComments({ admin, call }: Caller): Promise<void> {
  const write = async (id: string, body: object) => call('POST', `/api/posts/${id}/comments`, body);
  const { comment: first } = await write('harbour', { author: 'Bo <b>', content: 'One <two> & 三\nfour' });
  const reply = await write('harbour', { author: 'Cy', content: 'A reply', parentId: first.id });
  await write('harbour', { author: 'Di', content: 'A deep reply', parentId: reply.comment.id });
  const { comment: pinned } = await write('harbour', { author: 'Eve', content: 'A good one' });
  const { comment: held } = await write('harbour', { author: 'Flo', content: 'Held back' });
  const { comment: deleted } = await write('harbour', { author: 'Gus', content: 'Deleted' });
  await admin('POST', `/api/comments/${first.id}/like`);
  await admin('PUT', `/api/comments/${pinned.id}`, { featured: true, pinned: true });
  await admin('PUT', `/api/comments/${held.id}`, { status: 'pending' });
  await admin('DELETE', `/api/comments/${deleted.id}`);
  await call('DELETE', `/api/posts/harbour/comments/${reply.comment.id}`, undefined, {
    'x-comment-receipt': reply.receipt as string,
  });
  await write('sealed', { author: 'Hal', content: 'On a protected post' });
  const { comment: note } = await write('gb-note', { author: 'Ida', content: 'In the guestbook' });
  await write('gb-note', { author: 'Jo', content: 'An answer there', parentId: note.id });
  await write('gb-idea', { author: 'Kit', content: 'An idea' });
}

async function fillWebhooks({ admin }: Caller): Promise<void> {
  const events = ['post.published', 'comment.created'];
  const { webhook } = await admin('POST', '/api/admin/webhooks', { url: 'https://hooks.example/octavo', events });
  await admin('POST', '/api/posts', { id: 'told', title: 'Told to others', date: '2026-01-05', content: 'News' });
  await admin('PUT', `/api/admin/webhooks/${webhook.id}`, { active: false });
}
