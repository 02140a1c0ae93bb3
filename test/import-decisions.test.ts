import { expect } from 'chai';

import { change, read } from './support/posts.ts';
import type { TestService } from './support/service.ts';
import { take } from './support/transfer.ts';
import { describeVisited } from './support/visitors.ts';

const FUTURE = '2026-06-01T08:00:00.000Z';
let files = 0;

/** A file that is imported again and again, and what became of it. */
function source(service: TestService) {
  files += 1;
  const file = { sourceKey: `decisions-${files}.md`, title: `Decisions ${files}`, content: 'text', date: '2024-01-01' };
  return async (says: object) => (await take(service, [{ ...file, ...says }]))[0]!;
}

async function isPublic({ call }: TestService, id = ''): Promise<boolean> {
  return (await call('GET', `/api/posts/${id}`)).status === 200;
}

// docs/interface.md, X5
describeVisited.onBothEngines('import: what is public', (use) => {
  it('does not turn a post that the owner published back to a draft, and says so', async () => {
    const bring = source(use());
    const { id = '' } = await bring({ status: 'draft' });
    await change(use(), id, { status: 'published' });
    const { version } = await read(use(), id);
    const again = await bring({ status: 'draft' });
    expect(again).to.include({ outcome: 'unchanged', status: 'published' });
    expect(again.note).to.equal('The source says draft; the post is published here, and stays so.');
    expect(await read(use(), id)).to.include({ version });
    expect(await isPublic(use(), id)).to.equal(true);
  });

  it('does not publish what the owner took back, also when other fields changed', async () => {
    const bring = source(use());
    const { id } = await bring({ status: 'published' });
    await change(use(), id!, { status: 'draft' });
    const again = await bring({ status: 'published', title: 'Another title' });
    expect(again).to.include({ outcome: 'changed', status: 'draft' });
    expect(again.note).to.include('The source says published');
    expect(await isPublic(use(), id)).to.equal(false);
  });

  it('follows the source where that changed, and then again keeps what is decided here', async () => {
    const bring = source(use());
    const { id } = await bring({ status: 'draft' });
    expect(await bring({ status: 'published' })).to.include({ outcome: 'changed', status: 'published' });
    expect(await bring({ status: 'draft' })).to.include({ outcome: 'changed', status: 'draft' });
    await change(use(), id!, { status: 'published' });
    expect(await bring({ status: 'draft' })).to.include({ status: 'published' });
  });

  it('keeps what is here of a post from an import before 2.16.0, and knows what changes from then on', async () => {
    const bring = source(use());
    const { id } = await bring({ status: 'published' });
    const forget = { source_state: null };
    await use().database.kysely.updateTable('posts').set(forget).where('slug', '=', id!).execute();
    expect(await bring({ status: 'draft' })).to.include({ outcome: 'unchanged', status: 'published' });
    expect(await bring({ status: 'published' })).to.include({ status: 'published' });
    expect(await bring({ status: 'draft' })).to.include({ outcome: 'changed', status: 'draft' });
  });

  it('schedules what is dated in the future, at the midnight of the site, and says so', async () => {
    await use().admin('PUT', '/api/admin/settings', { timeZone: 'Pacific/Auckland' });
    const bring = source(use());
    const { id, note } = await bring({ date: '2026-06-02' });
    expect(await read(use(), id!)).to.include({ publishAt: '2026-06-01T12:00:00.000Z', date: '2026-06-02' });
    expect(note).to.equal('It is dated in the future, and appears on 2026-06-01T12:00:00.000Z.');
    expect(await isPublic(use(), id)).to.equal(false);
    await use().admin('PUT', '/api/admin/settings', { timeZone: 'America/New_York' });
    const summer = await source(use())({ date: '2026-06-02' });
    expect(await read(use(), summer.id!)).to.include({ publishAt: '2026-06-02T04:00:00.000Z' });
    // The night before daylight saving time begins there.
    const spring = await source(use())({ date: '2026-03-08' });
    expect(await read(use(), spring.id!)).to.include({ publishAt: '2026-03-08T05:00:00.000Z' });
    await use().admin('PUT', '/api/admin/settings', { timeZone: 'UTC' });
  });

  it('publishes what says that it is visible at once, whatever its date', async () => {
    const { id } = await source(use())({ date: '2026-06-02', publishAt: null });
    expect(await isPublic(use(), id)).to.equal(true);
  });

  it("keeps a schedule from the source, the owner's other one, and follows a new one", async () => {
    const bring = source(use());
    const { id } = await bring({ publishAt: FUTURE });
    expect(await isPublic(use(), id)).to.equal(false);
    await change(use(), id!, { publishAt: '2026-07-01T08:00:00.000Z' });
    await bring({ publishAt: FUTURE });
    expect(await read(use(), id!)).to.include({ publishAt: '2026-07-01T08:00:00.000Z' });
    await bring({ publishAt: '2026-08-01T08:00:00.000Z' });
    expect(await read(use(), id!)).to.include({ publishAt: '2026-08-01T08:00:00.000Z' });
    await bring({ status: 'published' });
    expect(await read(use(), id!), 'dated in the past now').to.include({ publishAt: null });
  });

  it('does not take the passing of time for a change of the source', async () => {
    const bring = source(use());
    const { id } = await bring({ publishAt: '2026-03-01T13:00:00.000Z' });
    await change(use(), id!, { status: 'draft' });
    use().clock.advance(2 * 60 * 60 * 1000);
    expect(await bring({})).to.include({ outcome: 'unchanged', status: 'draft' });
    expect(await bring({ publishAt: '2026-03-01T13:00:00.000Z' })).to.include({ status: 'draft' });
  });

  it('decides nothing in a dry run', async () => {
    const bring = source(use());
    const { id, sourceKey } = await bring({ status: 'draft' });
    const posts = [{ sourceKey, title: 'Tried', status: 'published' }];
    const { body } = await use().admin('POST', '/api/admin/import', { posts, dryRun: true });
    expect(body.results[0]).to.include({ outcome: 'changed', status: 'published' });
    expect(await isPublic(use(), id)).to.equal(false);
    expect(await bring({ status: 'published' })).to.include({ outcome: 'changed' });
  });
});
