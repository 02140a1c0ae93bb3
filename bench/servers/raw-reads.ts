// node:http with better-sqlite3 and nothing else: the list, one post and its comments, asked of the database each time.
import type { ServerResponse } from 'node:http';

import BetterSqlite3 from 'better-sqlite3';

import { escapeHtml } from '../../routers/base/text.ts';
import { serve } from './channel.ts';

const SUMMARY = 'slug as id, title, date, excerpt, cover, pinned, protected, tags, category, author, status';
const VISIBLE = `status = 'published' and (publish_at is null or publish_at <= ?)`;

type Row = Record<string, unknown>;

serve(({ file }: { file: string }) => {
  const database = new BetterSqlite3(file);
  const list = database.prepare(
    `select ${SUMMARY}, version, updated_at from posts where ${VISIBLE}
     order by pinned desc, date desc, created_at desc, slug limit 10`,
  );
  const count = database.prepare(`select count(*) as total from posts where ${VISIBLE}`);
  const one = database.prepare(
    `select ${SUMMARY}, content, null as enc, version, views, likes, created_at,
       updated_at, publish_at as publishAt
     from posts left join post_counters on post_key = key where slug = ? and ${VISIBLE}`,
  );
  const key = database.prepare(`select key from posts where slug = ? and ${VISIBLE}`).pluck();
  const comments = database.prepare(
    `select comments.id, ? as post_id, comments.author, comments.content, comments.created_at as date, comments.status,
       parents.id as parent_id, comments.likes, comments.pinned, comments.featured,
       comments.owner
     from comments left join comments as parents on parents.key = comments.parent_key
     where comments.post_key = ? and comments.status = 'approved' order by comments.key desc limit 301`,
  );
  const approved = database.prepare(`select count(*) from comments where post_key = ? and status = 'approved'`).pluck();

  const listAnswer = (now: string) => {
    const { total } = count.get(now) as { total: number };
    return { ok: true, posts: list.all(now).map((row) => withTags(row as Row)), total, page: 1, pageSize: 10 };
  };
  const postAnswer = (now: string, slug: string) => ({ ok: true, post: withTags(one.get(slug, now) as Row) });
  const commentsAnswer = (now: string, slug: string) => {
    const post = key.get(slug, now);
    const rows = comments.all(slug, post) as Row[];
    return { ok: true, comments: rows.reverse().map(escaped), total: approved.get(post) };
  };

  return (req, res) => {
    const now = new Date().toISOString();
    const [, , , slug, rest] = (req.url ?? '').split('/');
    if (slug === undefined) answer(res, listAnswer(now));
    else answer(res, rest === undefined ? postAnswer(now, slug) : commentsAnswer(now, slug));
  };
});

function answer(res: ServerResponse, value: unknown): void {
  const body = JSON.stringify(value);
  res.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  res.end(body);
}

function withTags(row: Row): Row {
  return { ...row, tags: JSON.parse(row['tags'] as string) as unknown };
}

function escaped(row: Row): Row {
  return { ...row, author: escapeHtml(row['author'] as string), content: escapeHtml(row['content'] as string) };
}
