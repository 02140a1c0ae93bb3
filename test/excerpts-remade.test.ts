import { expect } from 'chai';
import { CompiledQuery } from 'kysely';

import { kyselyOf } from '../entities/kysely.ts';
import { remadeExcerpts } from '../migrations/0041-remade-excerpts.ts';
import { recordTag } from '../routers/data/record.ts';
import { remakeExcerpts } from '../routers/posts/remake-excerpts.ts';
import { putJob } from '../routers/data/queue.ts';
import { set } from './support/comments.ts';
import { write } from './support/posts.ts';
import type { TestService } from './support/service.ts';
import { takeMany } from './support/transfer.ts';
import { until } from './support/until.ts';
import { describeVisited } from './support/visitors.ts';

const OLD = 'old **mark';

// docs/interface.md, P5
describeVisited.onBothEngines('generated excerpts of earlier versions', (use) => {
  let ids: Record<'made' | 'given' | 'secret', string>;

  before(async () => {
    await set(use(), { siteUrl: 'https://blog.example' });
    ids = {
      made: await write(use(), { content: 'Words $x$ https://a.example/ more' }),
      given: await write(use(), { content: 'Words', excerpt: 'Mine **as is' }),
      secret: await write(use(), { content: 'Words', password: 'open sesame' }),
    };
    const posts = use().database.kysely.updateTable('posts').set({ excerpt: OLD });
    await posts.where('slug', '=', ids.made).execute();
    await use().database.kysely.updateTable('post_search').set({ text: 'stale' }).execute();
    const fields = { content: 'Unpublished', excerpt: OLD };
    await use().admin('PUT', `/api/posts/${ids.made}/working-copy`, { baseVersion: 1, fields });
  });

  it('are made again once, without a change of the post, and cached responses follow', async () => {
    const before = await stateOf(use());
    const feed = await use().call('GET', '/feed.xml');
    expect(feed.body).to.include(OLD);
    await runMigration(use());
    await until(async () => (await jobsOf(use())).length === 0);
    const after = await stateOf(use());
    expect(after).to.deep.equal({
      ...before,
      posts: before.posts.map((post) => (post.slug === ids.made ? { ...post, excerpt: 'Words more' } : post)),
    });
    expect(after.posts.find(({ slug }) => slug === ids.given)?.excerpt).to.equal('Mine **as is');
    expect(after.posts.find(({ slug }) => slug === ids.secret)?.excerpt).to.equal('');
    const again = await use().call('GET', '/feed.xml');
    expect(again.body).to.include('Words more').and.not.include(OLD);
    expect(again.headers.get('last-modified')).to.equal(feed.headers.get('last-modified'));
    expect(again.headers.get('etag')).to.not.equal(feed.headers.get('etag'));
  });

  it('are also made again in search texts and working copies', async () => {
    const { kysely } = use().database;
    const { text } = await kysely
      .selectFrom('post_search')
      .innerJoin('posts', 'posts.key', 'post_search.post_key')
      .select('text')
      .where('slug', '=', ids.made)
      .executeTakeFirstOrThrow();
    expect(text).to.include('words more').and.not.include(OLD);
    const copy = await kysely.selectFrom('working_copies').select('fields').executeTakeFirstOrThrow();
    expect(JSON.parse(copy.fields)).to.deep.equal({ content: 'Unpublished', excerpt: 'Words more' });
  });

  it('are made again from where an interrupted job ended', async () => {
    const { services, clock, database } = use();
    const { kysely } = database;
    await takeMany(use(), 25, (at) => ({ content: `Number ${at}` }));
    await kysely
      .updateTable('posts')
      .set({ excerpt: OLD })
      .where('excerpt_made', '=', 1)
      .where('protected', '=', 0)
      .execute();
    const later = new Date(clock.now() + 3_600_000).toISOString();
    await services.em
      .fork()
      .transactional((tx) => putJob(tx, clock, { kind: 'posts.excerpts', data: {}, runAt: later }));
    const lease = new Date(clock.now() + 5000).toISOString();
    const run = async (throwIfAborted: () => void) => {
      await kysely.updateTable('jobs').set({ locked_until: lease }).where('kind', '=', 'posts.excerpts').execute();
      const [job] = await jobsOf(use());
      const signal = { throwIfAborted } as AbortSignal;
      await remakeExcerpts(services.em.fork(), { ...job!, data: JSON.parse(job!.data), signal });
    };
    let begun = 0;
    const stopped = await run(() => {
      if (++begun === 2) throw new Error('stopped');
    }).catch((error: unknown) => error);
    expect(stopped).to.have.property('message', 'stopped');
    expect(await leftOf(use())).to.be.within(1, 24);
    await run(() => undefined);
    expect(await leftOf(use())).to.equal(0);
    await kysely.deleteFrom('jobs').execute();
  });
});

async function runMigration({ services, database, clock }: TestService): Promise<void> {
  await services.em.fork().transactional(async (tx) => {
    const run = async (sql: string) => {
      await kyselyOf(tx).executeQuery(CompiledQuery.raw(sql));
    };
    await kyselyOf(tx).deleteFrom('sequences').where('name', '=', 'excerpts').execute();
    await remadeExcerpts.up({ dialect: database.dialect, run, all: () => Promise.resolve([]) });
    // The clock of the test is not that of the database.
    await kyselyOf(tx)
      .updateTable('jobs')
      .set({ run_at: new Date(clock.now()).toISOString() })
      .execute();
    recordTag(tx, 'jobs');
  });
}

async function jobsOf({ database }: TestService) {
  return database.kysely.selectFrom('jobs').selectAll().where('kind', '=', 'posts.excerpts').execute();
}

async function leftOf({ database }: TestService): Promise<number> {
  return (await database.kysely.selectFrom('posts').select('key').where('excerpt', '=', OLD).execute()).length;
}

/** Everything that a change of a post would change. */
async function stateOf({ database }: TestService) {
  const { kysely } = database;
  return {
    posts: await kysely
      .selectFrom('posts')
      .select(['slug', 'version', 'created_at', 'updated_at', 'date', 'excerpt', 'excerpt_made'])
      .orderBy('key')
      .execute(),
    sequences: await kysely.selectFrom('sequences').selectAll().orderBy('name').execute(),
    changes: await kysely.selectFrom('post_changes').selectAll().orderBy('seq').execute(),
    events: await kysely.selectFrom('events').selectAll().orderBy('id').execute(),
    revisions: await kysely.selectFrom('revisions').selectAll().orderBy('version').execute(),
  };
}
