import { expect } from 'chai';

import { change, read } from './support/posts.ts';
import type { TestService } from './support/service.ts';
import { take } from './support/transfer.ts';
import { describeVisited } from './support/visitors.ts';

const FUTURE = '2026-06-01T08:00:00.000Z';
let files = 0;

/** A file that is imported repeatedly, and the state of its post. */
function source(service: TestService) {
  files += 1;
  const file = { sourceKey: `decisions-${files}.md`, title: `Decisions ${files}`, content: 'text', date: '2024-01-01' };
  return async (says: object) => (await take(service, [{ ...file, ...says }]))[0]!;
}

/** A time of the clock of the service, in minutes from now. */
function timestampIn({ clock }: TestService, minutes: number): string {
  return new Date(clock.now() + minutes * 60_000).toISOString();
}

async function isPublic({ call }: TestService, id = ''): Promise<boolean> {
  return (await call('GET', `/api/posts/${id}`)).status === 200;
}

// docs/interface.md, X5
describeVisited.onBothEngines('import: publication', (use) => {
  it('does not revert a post to a draft that the owner published, and reports it', async () => {
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

  it('does not publish a post that the owner unpublished, also when other fields changed', async () => {
    const bring = source(use());
    const { id } = await bring({ status: 'published' });
    await change(use(), id!, { status: 'draft' });
    const again = await bring({ status: 'published', title: 'Another title' });
    expect(again).to.include({ outcome: 'changed', status: 'draft' });
    expect(again.note).to.include('The source says published');
    expect(await isPublic(use(), id)).to.equal(false);
  });

  it("follows the source when its status changes, and then keeps the owner's decisions again", async () => {
    const bring = source(use());
    const { id } = await bring({ status: 'draft' });
    expect(await bring({ status: 'published' })).to.include({ outcome: 'changed', status: 'published' });
    expect(await bring({ status: 'draft' })).to.include({ outcome: 'changed', status: 'draft' });
    await change(use(), id!, { status: 'published' });
    expect(await bring({ status: 'draft' })).to.include({ status: 'published' });
  });

  it('keeps the status of a post imported before 2.16.0, and tracks its source from then on', async () => {
    const bring = source(use());
    const { id } = await bring({ status: 'published' });
    const forget = { source_state: null };
    await use().database.kysely.updateTable('posts').set(forget).where('slug', '=', id!).execute();
    expect(await bring({ status: 'draft' })).to.include({ outcome: 'unchanged', status: 'published' });
    expect(await bring({ status: 'published' })).to.include({ status: 'published' });
    expect(await bring({ status: 'draft' })).to.include({ outcome: 'changed', status: 'draft' });
  });

  it("schedules posts with a future date, at midnight of the site's time zone, and reports it", async () => {
    await use().admin('PUT', '/api/admin/settings', { timeZone: 'Pacific/Auckland' });
    const bring = source(use());
    const { id, note } = await bring({ date: '2026-06-02' });
    expect(await read(use(), id!)).to.include({ publishAt: '2026-06-01T12:00:00.000Z', date: '2026-06-02' });
    expect(note).to.equal('It is dated in the future, and appears on 2026-06-01T12:00:00.000Z.');
    expect(await isPublic(use(), id)).to.equal(false);
    await use().admin('PUT', '/api/admin/settings', { timeZone: 'America/New_York' });
    const summer = await source(use())({ date: '2026-06-02' });
    expect(await read(use(), summer.id!)).to.include({ publishAt: '2026-06-02T04:00:00.000Z' });
    // The night before daylight saving time begins in that time zone.
    const spring = await source(use())({ date: '2026-03-08' });
    expect(await read(use(), spring.id!)).to.include({ publishAt: '2026-03-08T05:00:00.000Z' });
    const early = await source(use())({ date: '0800-12-25' });
    expect(await read(use(), early.id!)).to.include({ publishAt: null, date: '0800-12-25' });
    await use().admin('PUT', '/api/admin/settings', { timeZone: 'UTC' });
  });

  it('publishes posts that the source marks as public, regardless of their date', async () => {
    const { id } = await source(use())({ date: '2026-06-02', publishAt: null });
    expect(await isPublic(use(), id)).to.equal(true);
  });

  it('keeps a schedule from the source and one of the owner, and follows a new one from the source', async () => {
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

  it('does not treat the passing of time as a change of the source', async () => {
    const bring = source(use());
    const { id } = await bring({ publishAt: '2026-03-01T13:00:00.000Z' });
    await change(use(), id!, { status: 'draft' });
    use().clock.advance(2 * 60 * 60 * 1000);
    expect(await bring({})).to.include({ outcome: 'unchanged', status: 'draft' });
    expect(await bring({ publishAt: '2026-03-01T13:00:00.000Z' })).to.include({ status: 'draft' });
  });

  it('leaves a post that was scheduled as it is when its export is imported again after its time', async () => {
    const publishAt = timestampIn(use(), 60);
    const bring = source(use());
    const { id } = await bring({ publishAt, wasScheduled: true });
    expect(await isPublic(use(), id)).to.equal(false);
    use().clock.advance(2 * 60 * 60 * 1000);
    for (const says of [{ wasScheduled: true, publishAt }, { publishAt: null }, {}, { publishAt: null }]) {
      expect(await bring(says)).to.deep.include({ outcome: 'unchanged', status: 'published' });
      expect(await read(use(), id!)).to.include({ publishAt });
    }
    expect(await bring({ status: 'draft' })).to.include({ outcome: 'changed', status: 'draft' });
  });

  it('makes a new post a draft that was scheduled for a time that has passed, until its source published it', async () => {
    const publishAt = timestampIn(use(), -60);
    const bring = source(use());
    const first = await bring({ publishAt, wasScheduled: true });
    expect(first).to.include({ outcome: 'new', status: 'draft' }).and.not.have.property('note');
    expect(await read(use(), first.id!)).to.include({ publishAt: null });
    const again = await bring({ publishAt, wasScheduled: true });
    expect(again).to.include({ outcome: 'unchanged', status: 'draft' }).and.not.have.property('note');
    expect(await bring({ status: 'published' })).to.include({ outcome: 'changed', status: 'published' });
    const owned = source(use());
    const { id } = await owned({ publishAt, wasScheduled: true });
    await change(use(), id!, { status: 'published' });
    expect(await owned({ publishAt, wasScheduled: true })).to.include({ outcome: 'unchanged', status: 'published' });
  });

  it('records no decision in a dry run', async () => {
    const bring = source(use());
    const { id, sourceKey } = await bring({ status: 'draft' });
    const posts = [{ sourceKey, title: 'Tried', status: 'published' }];
    const { body } = await use().admin('POST', '/api/admin/import', { posts, dryRun: true });
    expect(body.results[0]).to.include({ outcome: 'changed', status: 'published' });
    expect(await isPublic(use(), id)).to.equal(false);
    expect(await bring({ status: 'published' })).to.include({ outcome: 'changed' });
  });
});

// docs/interface.md, X23
describeVisited('import: redirects', (use) => {
  it('are counted if they lead to the post, and as active if the post is public', async () => {
    const bring = source(use());
    const aliases = ['/counted/', 'https://old.example/counted.html', '/counted'];
    expect(await bring({ aliases })).to.include({ redirects: 2, activeRedirects: 2 });
    expect(await bring({ aliases })).to.include({ outcome: 'unchanged', redirects: 2, activeRedirects: 2 });
    const other = source(use());
    expect(await other({ aliases, status: 'draft' })).to.include({ redirects: 0, activeRedirects: 0 });
    expect(await other({ aliases: ['/waiting/'] })).to.include({ redirects: 1, activeRedirects: 0 });
    expect(await source(use())({ aliases: ['/later/'], publishAt: FUTURE })).to.include({
      redirects: 1,
      activeRedirects: 0,
    });
    expect(await source(use())({})).to.not.have.any.keys('redirects', 'activeRedirects');
    // That of the post itself needs none.
    const own = ['https://old.example/posts/%E4%BA%BA', '/posts/人/', '/mensch'];
    expect(await source(use())({ id: '人', aliases: own })).to.include({ redirects: 1, activeRedirects: 1 });
    expect(await source(use())({ id: 'me', kind: 'page', aliases: ['/me/'] })).to.include({ redirects: 0 });
    // Nor do those that the service answers with another page.
    const hidden = ['/search/', '/sitemap.xml', '/posts/人', '/me', '/posts/me', '/人'];
    expect(await source(use())({ aliases: hidden })).to.include({ redirects: 2 });
  });
});
