import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';

import { expect } from 'chai';
import { sql } from 'kysely';

import { openSession } from '../../routers/admin/sessions.ts';
import { systemClock } from '../../routers/base/clock.ts';
import { runOctavo, writeFiles } from '../support/cli.ts';
import { databaseKinds } from '../support/databases.ts';
import { program } from '../support/programs.ts';
import { newFolder } from '../support/run.ts';
import { cleanUp, ready, start } from '../support/started.ts';
import { withDatabase } from '../support/stored.ts';
import { until } from '../support/until.ts';
import { wxrOf } from '../support/wxr.ts';

const POSTS = 160;
const COMMENTS = 480;

for (const kind of databaseKinds) {
  describe(`an import from WordPress that is killed (${kind.name})`, () => {
    let file: string;
    let expected: Record<string, unknown[]>;
    before(async () => {
      file = join(await writeFiles(await newFolder(), { 'blog.xml': blog() }), 'blog.xml');
      const whole = await openBlog();
      expect((await runOctavo(whole.args, '', await whole.env())).code).to.equal(0);
      expected = await whole.state();
      expect(expected['posts']).to.have.length(POSTS);
      expect(expected['comments']).to.have.length(COMMENTS);
    });
    after(cleanUp);

    /** An empty blog with a service that can be killed. */
    async function openBlog() {
      const DATABASE_URL = await kind.freshUrl('administrator');
      const token = await withDatabase(DATABASE_URL, ({ orm }) => openSession(orm.em.fork(), systemClock));
      const folder = await newFolder();
      const serve = () => start(folder, { DATABASE_URL, SITE_URL: 'https://blog.example' });
      let service = serve();
      return {
        args: ['import', 'wordpress', file, '--json'],
        env: async () => ({
          PATH: process.env['PATH'] ?? '',
          NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
          HOME: folder,
          OCTAVO_URL: await ready(service),
          OCTAVO_TOKEN: token,
        }),
        state: () => stateOf(DATABASE_URL),
        /** Calls a function with a count of the posts and comments that are written. */
        counting: <T>(act: (written: () => Promise<number>) => Promise<T>) =>
          withDatabase(DATABASE_URL, (database) => act(() => countOf(database))),
        restart: async () => {
          service.process.kill('SIGKILL');
          await service.ended;
          service = serve();
        },
      };
    }

    for (const victim of ['command', 'service'] as const) {
      it(`ends as if it had run once when the ${victim} is killed and it is repeated`, async () => {
        const { args, env, state, counting, restart } = await openBlog();
        let before = 0;
        for (let kill = 0; kill < 3 && before < POSTS + COMMENTS; kill++) {
          const command = spawn(process.execPath, [program('bin/octavo'), ...args], { env: await env() });
          const ended = once(command, 'close');
          // The first one is killed halfway, at the latest.
          const wanted = randomInt(before, (POSTS + COMMENTS) / (kill === 0 ? 2 : 1));
          await counting((written) => until(async () => command.exitCode !== null || (await written()) > wanted));
          if (victim === 'command') command.kill('SIGKILL');
          else await restart();
          await ended;
          before = await counting((written) => written());
          if (kill === 0) expect(before).to.be.within(1, POSTS + COMMENTS - 1);
        }
        const { code, stdout, stderr } = await runOctavo(args, '', await env());
        expect([code, stderr]).to.deep.equal([0, '']);
        expect(JSON.parse(stdout)).to.deep.include({ changed: 0, refused: [] });
        expect(await state()).to.deep.equal(expected);
      });
    }
  });
}

type Database = Parameters<Parameters<typeof withDatabase>[1]>[0];

async function countOf({ kysely }: Database): Promise<number> {
  const count = (table: 'posts' | 'comments') =>
    kysely
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
  return Number((await count('posts')).count) + Number((await count('comments')).count);
}

/** The rows without their keys, versions and the times of the import. */
function stateOf(url: string): Promise<Record<string, unknown[]>> {
  return withDatabase(url, async ({ kysely }) => {
    const rows = async (query: ReturnType<typeof sql<Record<string, unknown>>>) =>
      (await query.execute(kysely)).rows.map((row) => ({ ...row }));
    return {
      posts: await rows(
        sql`select source_key, slug, kind, title, content, excerpt, date, category, author, status, pinned, protected,
          publish_at, source_state, created_at, updated_at from posts order by source_key`,
      ),
      tags: await rows(sql`select slug, name from post_tags t join posts p on p.key = t.post_key order by slug, name`),
      redirects: await rows(sql`select path, slug from redirects r join posts p on p.key = r.post_key order by path`),
      comments: await rows(
        sql`select c.source_key, p.slug, parent.source_key as parent, c.depth, c.author, c.content, c.status, c.owner,
          c.created_at from comments c join posts p on p.key = c.post_key
          left join comments parent on parent.key = c.parent_key order by c.source_key`,
      ),
    };
  });
}

/** Posts that link to each other, with comments of three levels. */
function blog(): string {
  const comment = (id: number, parent: number) => ({
    comment_id: id,
    comment_parent: parent,
    comment_author: `Writer ${id}`,
    comment_content: `Comment ${id} <b>bold</b>`,
    comment_date_gmt: '2024-02-05 00:00:00',
    comment_approved: id % 7 === 0 ? 0 : 1,
    comment_type: 'comment',
  });
  return wxrOf(
    Array.from({ length: POSTS }, (_, at) => ({
      title: `Post ${at}`,
      html: `<p>See <a href="/post-${(at + POSTS / 2) % POSTS}/">another</a>. ${'word '.repeat(200)}</p>`,
      wp: { post_id: 1000 + at, status: at % 10 === 0 ? 'draft' : 'publish' },
      comments: [comment(at * 3 + 1, 0), comment(at * 3 + 2, at * 3 + 1), comment(at * 3 + 3, at * 3 + 2)],
    })),
  );
}
