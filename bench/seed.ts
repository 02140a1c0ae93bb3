import { statSync } from 'node:fs';

import BetterSqlite3 from 'better-sqlite3';

import { entities } from '../entities/index.ts';
import { migrations } from '../migrations/index.ts';
import { searchText } from '../routers/posts/store.ts';
import { searchEngines, postWords } from '../routers/posts/index/post-index.ts';
import { migrate } from '../server/storage/database/migrate.ts';
import { openDatabase } from '../server/storage/database/open.ts';
import { commentRow, commentsOn, postRow } from './seed-rows.ts';

/** The migrations that made the tables which are filled here; later ones have to take over what they find. */
const FILLED_AFTER = '0002-search';

export interface Seeded {
  posts: number;
  comments: number;
  seconds: number;
  mebibytes: number;
}

/**
 * Fills a new SQLite file with posts and ten times as many comments: the rows that the service would have written, and
 * always the same ones.
 *
 * @param withComments false: posts only
 */
export async function seed(file: string, posts: number, withComments = true): Promise<Seeded> {
  const begun = performance.now();
  const filledAfter = migrations.findIndex(({ name }) => name === FILLED_AFTER) + 1;
  await bringUpTo(file, filledAfter);
  const comments = fill(file, posts, withComments);
  await bringUpTo(file, migrations.length);
  const database = new BetterSqlite3(file);
  database.exec('update search_rebuilds set next_key = null');
  database.close();
  const seconds = (performance.now() - begun) / 1000;
  return { posts, comments, seconds, mebibytes: statSync(file).size / 2 ** 20 };
}

async function bringUpTo(file: string, count: number): Promise<void> {
  const database = await openDatabase({ url: `sqlite:${file}`, entities });
  await migrate(database, migrations.slice(0, count));
  await database.close();
}

function fill(file: string, posts: number, withComments: boolean): number {
  const database = new BetterSqlite3(file);
  // A crash would damage the file, which would then be created again.
  for (const pragma of ['journal_mode = OFF', 'synchronous = OFF', 'cache_size = -1000000']) database.pragma(pragma);
  const comments = database.transaction(() => {
    writePosts(database, posts);
    return withComments ? writeComments(database, posts) : 0;
  })();
  database.close();
  return comments;
}

function writePosts(database: BetterSqlite3.Database, posts: number): void {
  const post = database.prepare(`insert into posts
    (key, slug, title, date, excerpt, excerpt_made, cover, category, tags, pinned, protected, status, version,
     created_at, updated_at, content)
    values (@key, @slug, @title, @date, @excerpt, @excerptMade, @cover, @category, @tags, @pinned, 0, 'published',
     @version, @createdAt, @createdAt, @content)`);
  const counter = database.prepare('insert into post_counters (post_key, views, likes) values (@key, @views, @likes)');
  const day = database.prepare(
    'insert into daily_stats (post_key, day, views, likes) values (@key, @date, @views, @likes)',
  );
  const text = database.prepare('insert into post_search (post_key, text) values (?, ?)');
  const tag = database.prepare('insert into post_tags (post_key, name) values (?, ?)');
  const index = database.prepare(searchEngines.sqlite.write(0, postWords(postRow(0))).sql);

  for (let number = 0; number < posts; number++) {
    const row = postRow(number);
    for (const statement of [post, counter, day]) statement.run(row);
    text.run(row.key, searchText(row));
    for (const name of JSON.parse(row.tags) as string[]) tag.run(row.key, name);
    index.run(...searchEngines.sqlite.write(row.key, postWords(row)).parameters);
  }
  database.prepare(`update sequences set value = ? where name = 'version'`).run(posts);
}

/** In turns over all posts, as comments come in; every fourth answers the comment before it on its post. */
function writeComments(database: BetterSqlite3.Database, posts: number): number {
  const comment = database.prepare(`insert into comments
    (key, id, post_key, parent_key, depth, author, content, search_text, digest, status, created_at, receipt_hash)
    values (@key, @id, @post, @parent, @depth, @author, @content, @searchText, @digest, @status, @createdAt,
     @receiptHash)`);
  const newest = new Int32Array(posts);
  let written = 0;
  for (let place = 0; place < 400; place++) {
    for (let number = 0; number < posts; number++) {
      if (place >= commentsOn(number)) continue;
      const parent = place % 4 === 3 ? newest[number] : null;
      const key = written + 1;
      comment.run({ ...commentRow(written, place), key, post: number + 1, parent, depth: parent === null ? 1 : 2 });
      newest[number] = key;
      written = key;
    }
  }
  return written;
}
