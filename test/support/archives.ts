import { expect } from 'chai';

import { archiveTarget } from '../../client/cli/archive-target.ts';
import { importArchive, type ArchiveReport } from '../../client/importers/archive/import-archive.ts';
import type { ArchiveTarget } from '../../client/importers/archive/target.ts';
import { createBlogClient } from '../../client/index.ts';
import { comment } from './comments.ts';
import { photo, picture } from './files.ts';
import { PICTURES } from './picture-host.ts';
import { change, write } from './posts.ts';
import type { TestService } from './service.ts';
import { take } from './transfer.ts';
import { replace, uploaded, withSizes } from './uploads.ts';

/** The archive of a service. @param token of the caller */
export async function archiveOf({ call, url, token }: TestService, caller = token): Promise<Blob> {
  const { status, body } = await call('POST', '/api/admin/downloads', { token: caller, body: { kind: 'archive' } });
  expect(status, JSON.stringify(body)).to.equal(201);
  const response = await fetch(url + (body as { path: string }).path);
  expect(response.status).to.equal(200);
  return response.blob();
}

/** Imports an archive like the command line. @param changed replaces some of the calls */
export async function importInto(
  { url, token }: TestService,
  file: Blob,
  {
    dryRun = false,
    caller = token,
    changed = {},
  }: { dryRun?: boolean; caller?: string; changed?: Partial<ArchiveTarget> } = {},
): Promise<ArchiveReport> {
  const client = createBlogClient({ url, token: caller, retry: false });
  const target = { ...archiveTarget({ client, url, token: caller }), ...changed };
  return importArchive(target, file, { dryRun, start: () => ({ at: () => undefined, stop: () => undefined }) });
}

/** Writes records of every kind that an archive contains. */
export async function fillForArchive(service: TestService): Promise<void> {
  const { admin, call } = service;
  await admin('PUT', '/api/admin/settings', {
    title: 'Harbour notes',
    author: 'Ada',
    feedItems: 30,
    timeZone: 'Europe/Berlin',
  });
  const jpeg = await uploaded(service, await photo('jpeg', 6), 'Harbour.jpg');
  const svg = await uploaded(
    service,
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>',
    'mark.svg',
  );
  await admin('POST', '/api/media', { url: `${PICTURES}/a.png`, name: 'Elsewhere' });
  const png = await uploaded(service, await picture(700, 500, 3).png().toBuffer(), 'old.png');
  const paths = [jpeg, svg, png].map(({ url }) => new URL(url).pathname);
  const links = [{ label: 'Home', url: 'https://ada.example/' }];
  await admin('POST', '/api/admin/authors', { id: 'ada', name: 'Ada', bio: 'Ships.', picture: paths[0], links });
  await admin('POST', '/api/admin/authors', { id: 'bea', name: 'Bea' });
  await write(service, {
    id: 'harbour',
    title: 'Harbour',
    content: `The ferry leaves.\n\n![Harbour](${paths[0]} "Title")\n\n![Mark](${paths[1]})\n\n![Far](${PICTURES}/a.png)`,
    cover: paths[0],
    tags: ['sea', 'Ä b'],
    category: 'Travel',
    authors: ['bea', 'ada'],
  });
  await admin('PUT', '/api/admin/names/category/Travel', {
    description: 'Ways to go',
    picture: paths[0],
    color: '#2f5d50',
  });
  await admin('POST', '/api/admin/names/tag/sea/rename', { newName: 'the sea' });
  await replace(service, png.id, await picture(600, 500, 4).png().toBuffer(), 'new.png');
  for (const number of [3, 1, 2]) {
    service.clock.advance(1000);
    await write(service, {
      id: `day-${number}`,
      title: `Same day ${number}`,
      date: '2026-02-02',
      content: `# Text ${number}\n\nharbour`,
    });
  }
  await write(service, { id: 'before', title: 'Renamed', excerpt: 'Written by hand', author: 'Bea' });
  await admin('POST', '/api/posts/before/rename', { newId: 'after' });
  await write(service, { id: 'sealed', title: 'Sealed', content: 'Secret', password: 'open sesame' });
  await write(service, { id: 'later', title: 'Later', publishAt: '2026-05-01T08:00:00Z' });
  await write(service, { id: 'drafted', title: 'Draft', status: 'draft', content: 'Not yet' });
  await write(service, { id: 'pinned', title: 'Pinned', pinned: true });
  await take(service, [
    {
      sourceKey: 'old/1.md',
      title: 'Imported',
      id: 'imported',
      content: 'From *elsewhere*',
      created_at: '2019-04-05T06:07:08Z',
      date: '2019-04-05',
      aliases: ['/2019/04/imported.html'],
    },
  ]);
  for (const text of ['Second text', 'Third text']) await change(service, 'day-1', { content: text });
  await admin('PUT', '/api/posts/day-2/working-copy', { baseVersion: 1, fields: { title: 'Changed' } });
  await fillComments(service);
  await fillSubscribers(service);
  await call('POST', '/api/posts/harbour/view');
  await call('POST', '/api/posts/harbour/like');
  await call('POST', '/api/posts/day-2/like');
  await service.services.views.flush();
  await withSizes(service, jpeg.id);
  await withSizes(service, png.id);
}

async function fillSubscribers({ admin, database }: TestService): Promise<void> {
  const csv = [
    'email,language,created_at,confirmed_at',
    '+ada@example.org,de,2024-01-02T03:04:05Z,2024-01-02T04:00:00Z',
    'bea@example.org,en,2025-06-07T08:09:10Z,2025-06-07T09:00:00Z',
  ].join('\n');
  await admin('POST', '/api/admin/subscribers/import', { csv });
  const times = { created_at: '2026-02-28T00:00:00.000Z', mailed_at: '2026-02-28T00:00:00.000Z' };
  const facts = { language: 'en', state: 'pending', source: 'visitor', refusals: 0 } as const;
  const pending = { id: 'sub-pending', email: 'pending@example.org', ...facts, ...times };
  await database.kysely.insertInto('subscribers').values(pending).execute();
}

async function fillComments(service: TestService): Promise<void> {
  const { comment: first } = await comment(service, 'harbour', { content: 'One <two> & 三\nfour' });
  const { comment: reply, receipt } = await comment(service, 'harbour', { parentId: first.id, content: 'A reply' });
  await comment(service, 'harbour', { parentId: reply.id, content: 'Deep' });
  await service.call('POST', `/api/comments/${first.id}/like`);
  await service.admin('PUT', `/api/comments/${first.id}`, { featured: true, pinned: true });
  await service.call('DELETE', `/api/posts/harbour/comments/${reply.id}`, {
    headers: { 'x-comment-receipt': receipt },
  });
  await comment(service, 'gb-note', { content: 'In the guestbook' });
  const { comment: held } = await comment(service, 'gb-idea', { content: 'Held back' });
  await service.admin('PUT', `/api/comments/${held.id}`, { status: 'pending' });
}
