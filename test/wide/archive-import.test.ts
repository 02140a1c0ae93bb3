import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import {
  BlobReader,
  BlobWriter,
  TextReader,
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipReader,
  ZipWriter,
} from '@zip.js/zip.js';
import { expect } from 'chai';

import type { ArchiveTarget } from '../../client/importers/archive/target.ts';
import { createBlogClient } from '../../client/index.ts';
import { archiveTarget } from '../../client/cli/archive-target.ts';
import { BadArchive, openArchive } from '../../client/importers/archive/open.ts';
import type { ArchiveManifest } from '../../shared/archive.ts';
import { archiveOf, fillForArchive, importInto } from '../support/archives.ts';
import { comment } from '../support/comments.ts';
import { databaseKinds } from '../support/databases.ts';
import { newKey } from '../support/keys.ts';
import { read, write } from '../support/posts.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { storedIn } from '../support/stored.ts';
import { exported } from '../support/transfer.ts';
import { until } from '../support/until.ts';

const [sqlite] = databaseKinds;
/** The tables whose rows an archive contains. */
const TABLES = [
  'posts',
  'post_counters',
  'post_tags',
  'daily_stats',
  'revisions',
  'working_copies',
  'redirects',
].concat(['former_slugs', 'comments', 'media', 'media_redirects', 'picture_sizes', 'settings']);

describe('an import of an archive', function () {
  let source: TestService;
  let file: Blob;
  const targets: TestService[] = [];
  before(async () => {
    source = await startTestService(sqlite!);
    await fillForArchive(source);
    file = await archiveOf(source);
  });
  after(async () => {
    for (const one of [source, ...targets]) await one?.close();
  });

  async function empty(): Promise<{ target: TestService; url: string }> {
    const url = await sqlite!.freshUrl('administrator');
    const target = await startTestService(sqlite!, { DATABASE_URL: url });
    target.clock.advance(source.clock.now() - target.clock.now());
    targets.push(target);
    return { target, url };
  }

  // docs/interface.md, X11
  it('that broke off anywhere is completed by a second one, and a third one changes nothing', async () => {
    const whole = await empty();
    await importInto(whole.target, file);
    const expected = await stored(whole);
    const told = await deeds(whole.target);
    const again = await importInto(whole.target, file);
    expect(again).to.deep.include({ exact: true, new: 0, changed: 0, unchanged: 10, uploads: 0, refused: [] });
    expect(again.comments).to.deep.equal({ new: 0, unchanged: 5 });
    expect(await stored(whole)).to.deep.equal(expected);
    expect(await deeds(whole.target)).to.deep.equal(told);
    await whole.target.admin('PUT', '/api/admin/settings', { title: 'Changed since' });
    await importInto(whole.target, file);
    expect((await whole.target.admin('GET', '/api/admin/settings')).body.title).to.equal('Changed since');
    for (const call of ['settings', 'sendFile', 'add', 'finish'] as const) {
      const { target, url } = await empty();
      const broken = await importInto(target, file, { changed: breakingAt(target, call) }).catch(
        (error: Error) => error,
      );
      expect(broken, call).to.include({ message: 'broke off' });
      expect(await importInto(target, file), call).to.include({ exact: true });
      expect(await stored({ target, url }), call).to.deep.equal(expected);
    }
  });

  // docs/interface.md, X12
  it('into a blog with posts takes posts, comments and files like those of others, once', async () => {
    const { target } = await empty();
    await write(target, { id: 'harbour', title: 'Another harbour' });
    expect(await importInto(target, file, { dryRun: true })).to.include({ exact: false, new: 10 });
    expect((await exported(target)).length).to.equal(1);
    const report = await importInto(target, file);
    expect(report).to.deep.include({ exact: false, new: 10, uploads: 2, refused: [] });
    expect(report.comments).to.deep.equal({ new: 5, unchanged: 0 });
    const post = await read(target, 'harbour-2');
    const { cover, excerpt } = await read(source, 'harbour');
    expect(post).to.include({ views: 0, excerpt });
    expect(post.cover.replace(/-[0-9a-f]{8}/, '')).to.equal(cover.replace(/-[0-9a-f]{8}/, ''));
    expect((await target.call('GET', post.cover)).status).to.equal(200);
    expect((await target.call('GET', '/api/posts/harbour-2/comments')).body.comments).to.have.lengthOf(3);
    const again = await importInto(target, file);
    expect(again).to.deep.include({ new: 0, changed: 0, unchanged: 10, uploads: 0, refused: [] });
    expect(again.comments).to.deep.equal({ new: 0, unchanged: 5 });
  });

  it('of the first version of the format, which had no subscribers, is taken', async () => {
    const { target } = await empty();
    const first = await rezipped((all) => {
      const { counts, members: listed, ...manifest } = JSON.parse(text(all)) as ArchiveManifest;
      const { subscribers: _, ...others } = counts;
      const kept = listed.filter(({ name }) => !name.startsWith('subscribers'));
      all.delete('subscribers-00001.jsonl');
      all.set('manifest.json', JSON.stringify({ ...manifest, version: 1, counts: others, members: kept }));
    });
    const report = await importInto(target, first);
    expect(report).to.deep.include({ exact: true, new: 10, refused: [], subscribers: { new: 0, unchanged: 0 } });
  });

  // docs/interface.md, X13
  it('names the files that a proxy refuses with a page, and takes everything else', async () => {
    const proxy = createServer((request, response) => {
      request.resume();
      response.writeHead(413, { 'content-type': 'text/html' }).end('<h1>413 Request Entity Too Large</h1>');
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { port } = proxy.address() as AddressInfo;
    const { target } = await empty();
    const { sendFile } = targetOf({ ...target, url: `http://127.0.0.1:${port}` });
    const report = await importInto(target, file, { changed: { sendFile } });
    expect(report).to.include({ exact: true, new: 10, uploads: 0 });
    const { manifest } = await openArchive(file);
    const files = manifest.members.map(({ name }) => name).filter((name) => name.startsWith('media/'));
    expect(report.refused).to.deep.equal(
      files.map((name) => ({
        file: name,
        reason: 'Something other than the blog service answered, with status 413; check the URL.',
      })),
    );
    proxy.closeAllConnections();
    proxy.close();
  });

  // docs/interface.md, X13
  describe('by an API key', () => {
    it('takes no settings, and gets none in its archive', async () => {
      const { target } = await empty();
      const caller = await newKey(target, 'transfer');
      const { notes, exact } = await importInto(target, file, { caller });
      expect({ exact, file: notes[0]?.file }).to.deep.equal({ exact: true, file: 'settings.json' });
      expect((await target.admin('GET', '/api/admin/settings')).body.title).to.equal('My blog');
      const own = await openArchive(await archiveOf(target, caller));
      expect(own.manifest.members.map(({ name }) => name)).to.not.include('settings.json');
    });

    it('adds nothing to a blog that is not empty, and never changes what is there', async () => {
      const { target } = await empty();
      const key = { token: await newKey(target, 'transfer') };
      const archive = 'ab'.repeat(32);
      const begin = (lastVersion: number) =>
        target.call('POST', '/api/admin/archive', { ...key, body: { archive, lastVersion } });
      const add = (body: object) =>
        target.call('POST', '/api/admin/archive/records', { ...key, body: { archive, ...body } });
      expect((await add({ posts: [] })).status).to.equal(412);
      expect((await begin(2_000_000_000)).status).to.equal(400);
      expect((await begin(5)).body).to.deep.equal({ ok: true, exact: true, finished: false });
      await write(target, { id: 'mine', title: 'Mine' });
      const { id } = (await comment(target, 'mine', { content: 'As it was' })).comment;
      const { posts, comments } = await records();
      const { body } = await add({
        posts: [
          { ...posts[0], id: 'mine' },
          { ...posts[0], id: 'high', version: 6 },
          { ...posts[0], id: 'bad', version: -1 },
        ],
        comments: [{ ...comments[0], id, post: 'mine' }],
      });
      expect(body).to.include({ added: 0, unchanged: 2 });
      expect(body.refused.map(({ record }: { record: string }) => record)).to.deep.equal(['posts 2', 'posts 3']);
      expect(await read(target, 'mine')).to.include({ title: 'Mine', version: 6 });
      const other = 'cd'.repeat(32);
      expect((await add({ archive: other, posts: [] })).status).to.equal(412);
      expect((await target.admin('POST', '/api/admin/archive/finish', { archive: other })).status).to.equal(412);
      const { body: next } = await target.call('POST', '/api/admin/archive', {
        ...key,
        body: { archive: other, lastVersion: 9 },
      });
      expect(next).to.deep.equal({ ok: true, exact: false, finished: false });
    });

    it('stores a file whose earlier attempt waits to be removed, and is 503 while an attempt is under way', async () => {
      const { target } = await empty();
      const archive = await openArchive(file);
      await target.admin('POST', '/api/admin/archive', { archive: archive.id, lastVersion: 50 });
      const record = (await records()).media.find(({ path }) => String(path).endsWith('.svg'))!;
      const path = String(record['path']);
      const svg = new Blob([await archive.read(`media/${path}`)]);
      const { kysely } = target.database;
      const send = async (job: { data: object; run_at?: string; locked_until?: string; state?: 'failed' }) => {
        const later = new Date(target.clock.now() + 60_000).toISOString();
        const removal = { id: 'j-1', kind: 'media.remove', key: `media:${path}`, attempts: 1, created_at: later };
        const values = { ...removal, run_at: later, state: 'waiting' as const, ...job };
        await kysely
          .insertInto('jobs')
          .values({ ...values, data: JSON.stringify(job.data) })
          .execute();
        return targetOf(target)
          .sendFile(archive.id, record, svg)
          .catch((error: unknown) => error)
          .finally(() => kysely.deleteFrom('jobs').where('id', '=', 'j-1').execute());
      };
      const lease = new Date(target.clock.now() + 10_000).toISOString();
      const refused = [
        await send({ data: { path, owner: 'other' } }),
        await send({ data: { path }, locked_until: lease }),
      ];
      for (const error of refused) expect(error).to.include({ status: 503, code: 'SERVICE_UNAVAILABLE' });
      expect(await send({ data: { path } })).to.equal(undefined);
      expect((await target.call('GET', `/media/${path}`)).status).to.equal(200);
      expect(await send({ data: { path } })).to.include({ status: 409, code: 'MEDIA_EXISTS' });
    });

    it('sends no file that is another one than its record says', async () => {
      const { target } = await empty();
      const archive = await openArchive(file);
      const { id, manifest } = archive;
      await target.admin('POST', '/api/admin/archive', { archive: id, lastVersion: 50 });
      const { media } = await records();
      const { sendFile } = targetOf(target);
      const name = manifest.members.find((member) => member.name.endsWith('.svg'))!.name;
      const record = media.find(({ path }) => `media/${String(path)}` === name)!;
      const svg = new Blob([await archive.read(name)]);
      const wrong = [
        [{ ...record, path: '2026/03/mark-00000000.svg' }, svg],
        [{ ...record, path: `../${String(record['path'])}` }, svg],
        [record, new Blob(['<html><script>alert(1)</script></html>'])],
      ] as const;
      for (const [one, content] of wrong) {
        const error = await sendFile(id, one, content).catch((thrown: Error) => thrown);
        expect(error).to.be.instanceOf(Error);
      }
      expect((await target.admin('GET', '/api/media')).body.total).to.equal(0);
    });
  });

  // docs/interface.md, X14
  describe('that is damaged', () => {
    it('changes nothing, and is one sentence', async () => {
      const { target, url } = await empty();
      const before = await stored({ target, url });
      const bytes = new Uint8Array(await file.arrayBuffer());
      const sentences: Record<string, [Blob, RegExp]> = {
        truncated: [new Blob([bytes.slice(0, bytes.length - 100)]), /is no ZIP, or is not complete/],
        'no ZIP': [new Blob(['# Notes']), /is no ZIP/],
        'no archive': [await zipped(new Map([['posts-00001.jsonl', '{}\n']])), /has no manifest\.json/],
        'a changed member': [
          await rezipped((all) => all.set('posts-00001.jsonl', '{}\n')),
          /posts-00001\.jsonl" is (not as|larger)/,
        ],
        'a missing member': [await rezipped((all) => all.delete('posts-00001.jsonl')), /lacks "posts-00001\.jsonl"/],
        'a newer version': [
          await rezipped((all) => all.set('manifest.json', text(all).replace('"version": 3', '"version": 4'))),
          /version 4.+update Octavo/,
        ],
        'a path outside': [
          await rezipped((all) => all.set('../../etc/passwd', 'x')),
          /"\.\.\/\.\.\/etc\/passwd", which no archive/,
        ],
        'a file that is not listed': [
          await rezipped((all) => all.set('media/2026/03/x-12345678.png', 'x')),
          /does not list/,
        ],
        'the largest file, cut off': [
          await rezipped((all) => setFileSize(all, 2 ** 31 - 1)),
          /is not as it was exported/,
        ],
        'a file of 2 GB': [
          await rezipped((all) => setFileSize(all, 2 ** 31)),
          /^"media\/\S+" has 2 GB or more, which the service does not accept; .*delete it/,
        ],
        'a bomb': [
          await rezipped((all) => all.set('comments-00001.jsonl', '\n'.repeat(100_000_000))),
          /larger than it may be/,
        ],
      };
      for (const [what, [damaged, sentence]] of Object.entries(sentences)) {
        const error = await importInto(target, damaged).catch((thrown: Error) => thrown);
        expect(error, what).to.be.instanceOf(BadArchive);
        expect((error as Error).message, what)
          .to.match(sentence)
          .and.to.match(/^[^\n]+\.$/);
      }
      expect(await stored({ target, url })).to.deep.equal(before);
    });
  });

  /** What is stored when the sizes of images and the uses of files are known. */
  async function stored({ target, url }: { target: TestService; url: string }): Promise<unknown> {
    const { kysely } = target.database;
    const jobs = kysely.selectFrom('jobs').select('id').where('kind', 'in', ['media.sizes', 'media.uses']);
    await until(async () => (await jobs.execute()).length === 0);
    const all = await storedIn(url);
    return TABLES.map((table) => [table, all[table]]);
  }

  /** The records of the archive. */
  async function records() {
    const archive = await openArchive(file);
    const all = async (name: string) => {
      const found: Record<string, unknown>[] = [];
      for await (const { value } of archive.records(name)) found.push(value);
      return found;
    };
    return {
      posts: await all('posts-00001.jsonl'),
      comments: await all('comments-00001.jsonl'),
      media: await all('media-00001.jsonl'),
    };
  }

  async function members(): Promise<Map<string, string | Uint8Array>> {
    const all = new Map<string, string | Uint8Array>();
    for (const entry of await new ZipReader(new BlobReader(file)).getEntries()) {
      if (!entry.directory) all.set(entry.filename, await entry.getData(new Uint8ArrayWriter()));
    }
    return all;
  }

  async function rezipped(changing: (all: Map<string, string | Uint8Array>) => unknown): Promise<Blob> {
    const all = await members();
    changing(all);
    return zipped(all);
  }
});

/** The audit log. */
async function deeds(service: TestService): Promise<object[]> {
  return (await service.admin('GET', '/api/admin/audit')).body.entries;
}

/** Lists another size for an uploaded file. */
function setFileSize(all: Map<string, string | Uint8Array>, bytes: number): void {
  const manifest = JSON.parse(text(all)) as ArchiveManifest;
  manifest.members.find(({ name }) => name.startsWith('media/'))!.bytes = bytes;
  all.set('manifest.json', JSON.stringify(manifest));
}

function text(all: Map<string, string | Uint8Array>): string {
  return new TextDecoder().decode(all.get('manifest.json') as Uint8Array);
}

async function zipped(all: Map<string, string | Uint8Array>): Promise<Blob> {
  const zip = new ZipWriter(new BlobWriter());
  for (const [name, content] of all) {
    await zip.add(name, typeof content === 'string' ? new TextReader(content) : new Uint8ArrayReader(content));
  }
  return zip.close();
}

function targetOf({ url, token }: TestService): ArchiveTarget {
  const client = createBlogClient({ url, token, retry: false });
  return archiveTarget({ client, url, token });
}

/** A target of which one call breaks off. */
function breakingAt(service: TestService, name: 'settings' | 'sendFile' | 'add' | 'finish'): Partial<ArchiveTarget> {
  const call = targetOf(service)[name] as (...args: unknown[]) => Promise<unknown>;
  let calls = 0;
  return {
    async [name](...args: unknown[]) {
      calls += 1;
      // Calls that are made more than once break off at the second, before it does anything; the others after their
      // work.
      if (calls === 2) throw new Error('broke off');
      const result = await call(...args);
      if (name === 'settings' || name === 'finish') throw new Error('broke off');
      return result;
    },
  };
}
