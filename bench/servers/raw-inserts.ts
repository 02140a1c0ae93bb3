// node:http with better-sqlite3 and nothing else: a comment of the request is inserted, synced to the disk and answered.
import { createHash, randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';

import BetterSqlite3 from 'better-sqlite3';

import { serve } from './channel.ts';

serve(({ file }: { file: string }) => {
  const database = openTable(file);
  const insert = database.prepare(
    `insert into comments
       (id, post_key, depth, author, content, search_text, digest, status, created_at, receipt_hash)
     values (@id, (select key from posts where slug = @slug), 1, @author, @content, @search, @digest, 'approved', @date,
       @receiptHash)`,
  );

  function store(body: string, slug: string) {
    const { author, content } = JSON.parse(body) as { author: string; content: string };
    const receipt = randomBytes(24).toString('base64url');
    const row = { id: `c-${randomBytes(13).toString('hex')}`, slug, author, content, date: new Date().toISOString() };
    const hashes = { digest: sha256(`${author}\u0000${content}`), receiptHash: sha256(receipt) };
    insert.run({ ...row, ...hashes, search: `${author} ${content}`.toLowerCase() });
    const { id, date } = row;
    return { ok: true, comment: { id, post_id: slug, author, content, date, status: 'approved' }, receipt };
  }

  return (req, res) => {
    const [, , , slug = ''] = (req.url ?? '').split('/');
    void text(req).then((body) => {
      const answer = JSON.stringify(store(body, slug));
      res.writeHead(201, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(answer) });
      res.end(answer);
    });
  };
});

/** The service's own table with its columns and indexes, without the triggers that only the service needs. */
function openTable(file: string): BetterSqlite3.Database {
  const database = new BetterSqlite3(file);
  for (const name of database.prepare(`select name from sqlite_master where type = 'trigger'`).pluck().all()) {
    database.exec(`drop trigger ${name as string}`);
  }
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON']) database.pragma(pragma);
  return database;
}

function sha256(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}
