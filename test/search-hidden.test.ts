import { readFile } from 'node:fs/promises';

import { expect } from 'chai';
import { sql } from 'kysely';

import { scrubRewritten } from '../server/storage/scrub/rewritten.ts';
import { change, write } from './support/posts.ts';
import { found, indexBytes, search } from './support/search.ts';
import type { TestService } from './support/service.ts';
import { describeVisited } from './support/visitors.ts';

// docs/interface.md, Q5
describeVisited.onBothEngines('search never finds', (use) => {
  it('drafts, for the administrator neither, until they are published', async () => {
    const id = await write(use(), { title: 'Mandrake', status: 'draft' });
    expect(await found(use(), 'mandrake')).to.deep.equal([]);
    expect((await use().admin('GET', '/api/search?q=mandrake')).body).to.include({ total: 0 });
    await change(use(), id, { status: 'published' });
    expect((await use().admin('GET', '/api/search?q=mandrake')).body).to.include({ total: 1 });
    await change(use(), id, { status: 'draft' });
    expect(await search(use(), 'mandrake')).to.deep.include({ results: [], total: 0 });
  });

  it('scheduled posts', async () => {
    const id = await write(use(), { title: 'Hellebore' });
    await use()
      .database.kysely.updateTable('posts')
      .set({ publish_at: new Date(use().clock.now() + 1000).toISOString() })
      .where('slug', '=', id)
      .execute();
    await use().changes.hear(['*']);
    expect(await search(use(), 'hellebore')).to.deep.include({ results: [], total: 0 });
    use().clock.advance(1000);
    expect(await found(use(), 'hellebore')).to.deep.equal([id]);
  });

  it('comments', async () => {
    const id = await write(use(), { title: 'Foxglove' });
    const body = { author: 'Digitalis', content: 'wolfsbane' };
    expect((await use().call('POST', `/api/posts/${id}/comments`, { body })).status).to.equal(201);
    expect(await found(use(), 'wolfsbane')).to.deep.equal([]);
    expect(await found(use(), 'digitalis')).to.deep.equal([]);
  });

  it('the content of a protected post, although its title, tags and excerpt', async () => {
    const fields = {
      title: 'Oleander',
      tags: ['yew'],
      excerpt: 'Laburnum',
      content: 'belladonna',
      password: 'pass word',
    };
    const id = await write(use(), fields);
    expect(await found(use(), 'belladonna')).to.deep.equal([]);
    const { results } = await search(use(), 'oleander yew laburnum');
    expect(results).to.have.length(1);
    expect(results[0]).to.include({ id, protected: 1, snippet: '<mark>Laburnum</mark>' });
    await change(use(), id, { protected: false, password: 'pass word' });
    expect(await found(use(), 'belladonna')).to.deep.equal([id]);
  });

  it('posts of a dry run of an import', async () => {
    const posts = [{ sourceKey: 'x.md', title: 'Nightshade' }];
    const { body } = await use().admin('POST', '/api/admin/import', { posts, dryRun: true });
    expect(body.results[0].outcome).to.equal('new');
    expect(await indexBytes(use())).not.to.contain('ightshade');
    await use().admin('POST', '/api/admin/import', { posts });
    expect(await found(use(), 'nightshade')).to.deep.equal(['nightshade']);
  });

  describe('deleted words', () => {
    // The index stores shared prefixes once, so the search is for the marker without its first character.
    const marker = 'qzxwvutsmarker';
    const traces = ['zxwvutsmarker', '密語'];
    const text = `plain ${marker} ${`${marker}s `.repeat(500)} 密語`;

    const ends: [what: string, end: (id: string) => Promise<unknown>][] = [
      ['that becomes protected', (id) => change(use(), id, { password: 'pass word' })],
      ['that is deleted', (id) => use().admin('DELETE', `/api/posts/${id}`)],
      [
        'that is rewritten, with the next hourly removal',
        async (id) => {
          await change(use(), id, { content: 'something else' });
          // Its revisions contain the old text, events the old excerpt, both by design.
          for (const table of ['revisions', 'events'] as const) await use().database.kysely.deleteFrom(table).execute();
          if (use().database.dialect === 'sqlite') await scrubRewritten(use().services);
        },
      ],
    ];
    for (const [what, end] of ends) {
      it(`of a post ${what}, in any table of the index`, async () => {
        const id = await write(use(), { title: 'First plain, then secret', content: text });
        for (let n = 0; n < 20; n++) await write(use(), { content: `qz qzx qy neighbour ${n} 密` });
        const before = await indexBytes(use());
        for (const trace of traces) expect(before).to.contain(bytesOf(trace));
        expect(await found(use(), marker)).to.deep.equal([id]);

        await end(id);
        const after = await indexBytes(use());
        for (const trace of traces) expect(after).not.to.contain(bytesOf(trace));
        const file = await fileBytes(use());
        for (const trace of traces) expect(file.includes(trace)).to.equal(false);
        expect(await found(use(), marker)).to.deep.equal([]);
      });
    }
  });
});

function bytesOf(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** The database file after a checkpoint; null for PostgreSQL, where vacuum cleans up later. */
async function fileBytes({ database }: TestService): Promise<Buffer> {
  if (database.dialect !== 'sqlite') return Buffer.alloc(0);
  await sql`pragma wal_checkpoint(truncate)`.execute(database.kysely);
  return readFile(database.url.slice('sqlite:'.length));
}
