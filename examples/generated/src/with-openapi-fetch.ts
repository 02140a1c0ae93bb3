// Types from openapi-typescript, requests by openapi-fetch: writes posts, lists them, and changes them in bulk.
import createClient from 'openapi-fetch';

import type { paths } from './generated/paths.ts';

const { OCTAVO_URL, OCTAVO_KEY } = process.env;
const client = createClient<paths>({
  baseUrl: OCTAVO_URL ?? 'http://127.0.0.1:3000',
  headers: { Authorization: `Bearer ${OCTAVO_KEY}` },
});

for (const id of ['lighthouse', 'harbour']) {
  const { data, error, response } = await client.POST('/api/posts', {
    body: { id, title: `The ${id}`, content: 'It is *old*.', tags: ['generated'], pinned: false },
  });
  if (!data) throw new Error(`${error.code}: ${error.error}`);
  console.log(response.status, data.id, response.headers.get('Location'));
}

const list = await client.GET('/api/posts', {
  params: { query: { tag: 'generated', pageSize: 5, sort: 'title', include: 'content,comments' } },
});
for (const { title, content, comments } of list.data?.posts ?? []) console.log(title, content, comments);

const bulk = await client.POST('/api/posts/bulk', {
  body: { action: 'tag', tag: 'old', filter: { tag: 'generated' }, expected: 2 },
});
console.log(bulk.data);

const missing = await client.GET('/api/posts/{id}', { params: { path: { id: 'nowhere' } } });
console.log(missing.error?.code);
