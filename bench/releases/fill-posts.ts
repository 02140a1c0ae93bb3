import type { Caller } from './caller.ts';

const text = `The ferry leaves at *eight*.[^1]

## Timetable

| Port  | Time |
| ----- | ---: |
| North |  8:00 |

- one
- two

> Quoted

\`\`\`js
const answer = 42;
\`\`\`

<https://example.org/>

[^1]: A note.
`;

/** Posts of every kind and status. @param upload the path of an uploaded picture, if the release has uploads */
export async function fillPosts(caller: Caller, upload: string | null): Promise<void> {
  const { admin, call, has } = caller;
  const write = (post: object) => admin('POST', '/api/posts', post);
  await admin('POST', '/api/media', { url: 'https://pictures.example/a.png', name: 'Elsewhere' });
  await write({
    id: 'harbour',
    title: 'Harbour & "quay"',
    date: '2026-01-10',
    content: upload === null ? text : `${text}\n![Harbour](${upload})\n`,
    cover: upload ?? 'https://pictures.example/a.png',
    tags: ['sea', 'Ä b'],
    category: 'Travel',
  });
  for (const number of [3, 1, 2]) {
    await write({
      id: `day-${number}`,
      title: `Same day ${number}`,
      date: '2026-01-02',
      content: `# Text ${number}\n\nThe harbour of day ${number}.`,
      tags: ['sea'],
    });
  }
  await write({ title: '春の海', date: '2025-12-24', content: '春の海 終日のたり のたりかな', excerpt: 'Haiku' });
  await write({ id: 'before', title: 'Renamed', date: '2025-12-20', content: 'It had another id', category: 'Travel' });
  await write({ id: 'sealed', title: 'Sealed', date: '2025-12-19', content: 'Secret words', password: 'open sesame' });
  await write({ id: 'drafted', title: 'Draft', status: 'draft', content: 'Not yet' });
  await write({ id: 'pinned', title: 'Pinned', date: '2025-11-01', pinned: true, content: 'Always above' });
  await write({ id: 'gone', title: 'Gone', content: 'Deleted' });
  await admin('DELETE', '/api/posts/gone');
  for (const content of ['Second text of the harbour', 'Third text of the harbour']) {
    await admin('PUT', '/api/posts/day-1', { content });
  }
  if (has('post /api/posts/{id}/rename')) await admin('POST', '/api/posts/before/rename', { newId: 'after' });
  if (has('get /api/posts/{id}/revisions')) {
    await write({ id: 'later', title: 'Later', content: 'To come', publishAt: '2100-01-01T08:00:00Z' });
    await admin('PUT', '/api/posts/day-2/working-copy', { baseVersion: 1, fields: { title: 'Changed' } });
  }
  await admin('POST', '/api/posts/drafted/preview-link');
  if (has('post /api/pages')) {
    await admin('POST', '/api/pages', { id: 'about', title: 'About', content: 'Who writes this', allowComments: true });
    await admin('POST', '/api/pages', { id: 'unfinished', title: 'Unfinished', content: 'x', status: 'draft' });
  }
  await admin('POST', '/api/admin/import', { posts: [imported] });
  await call('POST', '/api/posts/harbour/view');
  await call('POST', '/api/posts/harbour/view');
  await call('POST', '/api/posts/harbour/like');
  await call('POST', '/api/posts/day-2/like');
}

const imported = {
  sourceKey: 'old/1.md',
  id: 'imported',
  title: 'Imported',
  date: '2019-04-05',
  content: 'From *elsewhere*',
  status: 'published',
  tags: ['old'],
  aliases: ['/2019/04/imported.html'],
};
