import BetterSqlite3 from 'better-sqlite3';

import { seed, type Seeded } from './seed.ts';
import { slugAt } from './seed-rows.ts';

/** The time at which the blog is read: shortly after its newest comment, of which there were 4,320 a day. */
export const NOW = Date.UTC(2026, 4, 21);

/** Targets of requests beside those of `seed-rows.ts`. */
export const scaleTargets = {
  /** Has 50 earlier versions. */
  revised: slugAt(11),
  /** Has 20,000 comments. */
  crowded: slugAt(2007),
  /** In the text of one post. */
  onlyOnce: '2007 tells',
};

/** Fills a new SQLite file with a blog of any size that has everything that the app's screens show. */
export async function seedScale(file: string, posts: number): Promise<Seeded> {
  const seeded = await seed(file, posts);
  const database = new BetterSqlite3(file);
  for (const pragma of ['synchronous = OFF', 'cache_size = -1000000']) database.pragma(pragma);
  database.function('day_back', { deterministic: true }, (days) => dayBack(Number(days)));
  database.transaction(() => statements(posts).forEach((statement) => database.exec(statement)))();
  database.pragma('wal_checkpoint(truncate)');
  database.close();
  return seeded;
}

function dayBack(days: number): string {
  return new Date(NOW - days * 86_400_000).toISOString().slice(0, 10);
}

const upTo = (count: number) =>
  `(with recursive n(n) as (select 0 union all select n + 1 from n where n < ${count - 1}) select n from n)`;

function statements(posts: number): string[] {
  return [
    // Every fifth post has a tag that 20 posts have; one post in 20 is a draft, 200 are scheduled.
    `update posts set tags = json_insert(tags, '$[#]', 'rare-' || (key % ${Math.max(1, posts / 100)})) where key % 5 = 0`,
    `insert into post_tags (post_key, name)
      select key, 'rare-' || (key % ${Math.max(1, posts / 100)}) from posts where key % 5 = 0`,
    `update posts set status = 'draft' where key % 20 = 11`,
    `update posts set publish_at = '2027-01-01T00:00:00.000Z' where key % ${posts / 200} = 7`,
    // Readers of the last 100 days.
    `insert into daily_stats (post_key, day, views, likes)
      select 1 + (days.n * 7919 + reads.n * 31) % ${posts}, day_back(days.n), 1 + reads.n % 40, reads.n % 3
      from ${upTo(100)} as days, ${upTo(posts / 20)} as reads where true
      on conflict (post_key, day) do update set views = daily_stats.views + excluded.views`,
    // One comment in 50 is held; a guestbook; one crowded thread.
    `update comments set status = 'pending', held_because = 'moderation' where key % 50 = 0`,
    comments(posts / 2, `null, 'gb-note'`, 'guest'),
    comments(posts / 5, `(select key from posts where slug = '${scaleTargets.crowded}'), null`, 'crowd'),
    `insert into media (id, url, name, alt, kind, created_at)
      select 'm-' || n, 'https://images.example.com/library/' || n || '.jpg', 'Picture ' || n, 'A boat on water ' || n,
        'image', '2026-01-01T00:00:00.000Z' from ${upTo(posts / 10)}`,
    `insert into revisions (version, post_key, saved_at, title, date, excerpt, cover, category, tags, status, content)
      select 2000000 + n, posts.key, created_at, title, date, excerpt, cover, category, tags, status, content || n
      from posts, ${upTo(50)} where slug = '${scaleTargets.revised}'`,
    `insert into error_reports (fingerprint, message, source, stack, url, hits, first_seen, last_seen)
      select 'f' || n, 'It broke ' || n, 'site.js', hex(randomblob(1000)), 'https://blog.example/', n, day_back(9), day_back(n % 9)
      from ${upTo(300)}`,
    // Half of the posts were read; the sizes of their pictures were looked for lately.
    `insert into renderings (post_key, made_from, html, toc, words)
      select key, 'x', '<p>' || excerpt || '</p>', '[]', 500 from posts where key % 2 = 0`,
    `insert into unmeasured_pictures (post_key, address_hash, tried_at)
      select key, hex(randomblob(16)) || n, day_back(1) || 'T00:00:00.000Z' from posts, ${upTo(3)} where key % 2 = 0`,
    `update posts set content = content || ' ${scaleTargets.onlyOnce}' where slug = '${scaleTargets.crowded}'`,
    `update post_search set text = text || ' ${scaleTargets.onlyOnce}'
      where post_key = (select key from posts where slug = '${scaleTargets.crowded}')`,
    'delete from touched',
  ];
}

/** @param place the values of post_key and section */
function comments(count: number, place: string, word: string): string {
  return `insert into comments
    (id, post_key, section, depth, author, content, search_text, digest, status, created_at, receipt_hash)
    select 'c-${word}' || n, ${place}, 1, 'Reader ' || n, 'A greeting of ${word} ' || n,
      'reader ' || n || char(31) || 'a greeting of ${word} ' || n, hex(randomblob(16)), 'approved',
      day_back(n % 300) || 'T12:00:00.000Z', hex(randomblob(16)) from ${upTo(count)}`;
}
