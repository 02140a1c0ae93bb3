import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { pino } from 'pino';

import { readConfig } from '../../server/config/config.ts';
import { newFile } from '../../server/storage/files/incoming.ts';
import { openStorage } from '../../server/storage/files/open-storage.ts';
import type { MediaStorage } from '../../server/storage/files/storage.ts';
import { program } from '../support/programs.ts';
import { openTerminal, type Terminal } from '../support/cli.ts';
import { picture } from '../support/files.ts';
import { newFolder } from '../support/run.ts';
import { openS3, type Bucket } from '../support/s3.ts';
import { skip } from '../support/skip.ts';
import { until } from '../support/until.ts';
import { uploaded, withSizes } from '../support/uploads.ts';

describe('octavo media move', () => {
  let bucket: Bucket;
  let terminal: Terminal;
  let environment: Record<string, string>;
  let source: MediaStorage;
  let paths: string[];
  before(async () => {
    bucket = await openS3();
    const MEDIA_URL = `file:${await newFolder()}`;
    terminal = await openTerminal({}, { MEDIA_URL });
    environment = { ...bucket.env, DATABASE_URL: terminal.databaseUrl, MEDIA_URL };
    source = await open(MEDIA_URL);
    for (const colour of [0, 100, 200]) {
      const { id } = await uploaded(terminal.service, await picture(400, 300, colour).jpeg().toBuffer());
      await withSizes(terminal.service, id);
    }
    paths = Object.keys(await contentsOf(source)).toSorted();
    expect(paths).to.have.length(6);
  });
  after(async () => {
    await terminal?.close();
    await bucket?.close();
  });

  const open = (MEDIA_URL: string) => openStorage(readConfig({ ...bucket.env, MEDIA_URL }), pino({ level: 'silent' }));
  const move = (to: string, env = {}) =>
    terminal.run(['media', 'move', '--to', to], { env: { ...environment, ...env } });
  const bucketUrl = (prefix: string) => bucket.env.MEDIA_URL.replace('/blog/files', prefix);

  it('copies every file from a folder to S3, from there to another place, and back to a folder', async () => {
    const folder = join(await newFolder(), 'not', 'there');
    const way = [environment['MEDIA_URL']!, bucketUrl('/one'), bucketUrl(''), `file:${folder}`];
    for (const [at, MEDIA_URL] of way.slice(0, -1).entries()) {
      const to = way[at + 1]!;
      const { code, stdout, stderr } = await move(to, { MEDIA_URL });
      expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
      expect(stdout).to.include(`All 6 files in ${MEDIA_URL} are now in ${to} too, 6 since this run`);
      expect(stdout).to.match(/stop the service, run this command again[^]*\nMEDIA_URL=\S+\n[^]*Nothing was deleted/);
      expect(stdout).to.include(`\nMEDIA_URL=${to}\n`);
      expect(await contentsOf(await open(to))).to.deep.equal(await contentsOf(source));
    }
    expect(await readdir(join(folder, '.incoming'))).to.deep.equal([]);
  });

  it('copies only the rest in a second run, and what differs, also when it has the same size', async () => {
    const to = `file:${await newFolder()}`;
    const target = await open(to);
    await put(target, paths[0]!, 'too short');
    const original = await buffer((await source.get(paths[1]!))!);
    await put(target, paths[1]!, Buffer.alloc(original.length));
    await put(target, paths[2]!, await buffer((await source.get(paths[2]!))!));
    expect((await move(to)).stdout).to.match(/All 6 files .* 5 since/);
    expect(await contentsOf(target)).to.deep.equal(await contentsOf(source));
    expect((await move(to)).stdout).to.match(/All 6 files .* 0 since/);
    await put(target, '2026/03/deleted-0123abcd.png', 'x');
    await target.delete(paths[2]!);
    const { loose, missing, copied } = await terminal.json(['media', 'move', '--to', to], { env: environment });
    expect({ loose, missing, copied }).to.deep.equal({
      loose: { count: 1, first: '2026/03/deleted-0123abcd.png' },
      missing: { count: 0, first: '' },
      copied: 1,
    });
  });

  for (const [kind, place] of Object.entries({
    'a folder': async () => `file:${await newFolder()}`,
    S3: () => Promise.resolve(bucketUrl('/killed')),
  })) {
    it(`that is killed ends the same in a second run, in ${kind}`, async () => {
      const to = await place();
      const target = await open(to);
      for (const atLeast of [1, 3]) {
        const child = spawn(process.execPath, [program('bin/octavo'), 'media', 'move', '--to', to], {
          env: { PATH: process.env['PATH'], ...environment, TMPDIR: terminal.folder },
          stdio: 'ignore',
        });
        const ended = once(child, 'close');
        await until(async () => Object.keys(await contentsOf(target)).length >= atLeast);
        child.kill('SIGKILL');
        await ended;
      }
      expect((await move(to)).code).to.equal(0);
      expect(await contentsOf(target)).to.deep.equal(await contentsOf(source));
      const incoming = kind === 'S3' ? join(terminal.folder, basename(target.incoming)) : target.incoming;
      expect(await readdir(incoming)).to.deep.equal([]);
    });
  }

  it('reports what the library has and no storage', async () => {
    const content = await buffer((await source.get(paths[0]!))!);
    await source.delete(paths[0]!);
    const { code, stdout } = await move(`file:${await newFolder()}`);
    await put(source, paths[0]!, content);
    expect(code).to.equal(0);
    expect(stdout).to.include(`Of the library, 1 file, such as ${paths[0]!}, were not there`);
  });

  it('says in one sentence why nothing was moved', async () => {
    const file = join(await newFolder(), 'file');
    await writeFile(file, '');
    const refused: [to: string, sentence: RegExp, env?: Record<string, string>][] = [
      ['/srv/media', /^--to must be such as file:/],
      [bucketUrl(''), /^--to names S3, which needs AWS_ACCESS_KEY_ID/, { AWS_ACCESS_KEY_ID: '' }],
      [environment['MEDIA_URL']!, /^The files are in file:\S+ already; choose another place with --to\.\n$/],
      [
        `file:${file}`,
        /\.(?:jpg|webp) cannot be copied from file:\S+ to file:\S+: (?:the file already exists|a part of)/,
      ],
      ['s3://uploads/x?endpoint=http://127.0.0.1:2', / cannot be (?:copied|read).*ECONNREFUSED/],
      [`file:${file}2`, /^There is no database /, { DATABASE_URL: `sqlite:${file}.db` }],
    ];
    for (const [to, sentence, env] of refused) {
      const { code, stdout, stderr } = await move(to, env);
      expect({ to, code, stdout }).to.deep.equal({ to, code: 1, stdout: '' });
      expect(stderr).to.match(sentence);
    }
  });

  it('takes other credentials for the target, and none of the source', async () => {
    const { stderr } = await move(bucketUrl('/two'), { TO_AWS_ACCESS_KEY_ID: 'unknown' });
    expect(stderr).to.match(/answered \w+ with 403/);
    const env = { AWS_ACCESS_KEY_ID: 'unknown', TO_AWS_ACCESS_KEY_ID: 'S3RVER' };
    expect((await move(bucketUrl('/two'), env)).code).to.equal(0);
  });

  it('as root leaves files to the user whose folder it is', async function () {
    if (process.getuid?.() !== 0) skip(this, 'the tests do not run as root', { optional: true });
    const data = await newFolder();
    await chown(data, 1234, 1234);
    await move(`file:${data}/media`);
    const target = await open(`file:${data}/media`);
    for (const path of ['', '.incoming', '2026', '2026/03', paths[0]!].map((one) => join(data, 'media', one))) {
      expect((await stat(path)).uid, path).to.equal(1234);
    }
    expect((await stat(source.fileOf!(paths[0]!))).uid).to.equal(0);
    expect(await contentsOf(target)).to.deep.equal(await contentsOf(source));
  });
});

async function put(storage: MediaStorage, path: string, content: Uint8Array | string): Promise<void> {
  await mkdir(storage.incoming, { recursive: true });
  const file = await newFile(storage.incoming);
  await writeFile(file, content);
  await storage.put(path, file, 'image/png');
}

/** All files, in base64. */
async function contentsOf(storage: MediaStorage): Promise<Record<string, string>> {
  const contents: Record<string, string> = {};
  for await (const { path } of storage.list()) {
    const content = await storage.get(path);
    if (content) contents[path] = (await buffer(content)).toString('base64');
  }
  return contents;
}
