// node bench/release.ts <folder> <version>: keeps a database of a release for test/wide/upgrades.test.ts. The folder is a
// checkout of the release with its node_modules. It runs the release's own code on SQLite and PostgreSQL, fills a blog
// over its REST API, and writes test/releases/<version>/. PostgreSQL is $POSTGRES_URL, an empty database that the
// `pg_dump` of this machine can read. test/releases/README.md says more.
import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzip as gzipCallback } from 'node:zlib';

import { readPublicAnswers } from '../test/support/public-answers.ts';
import { FURTHER, HIDDEN, isCompared, keptAnswer, KNOWN, type Recorded } from '../test/support/releases.ts';
import { inWorkshop } from './processes.ts';
import { callerOf } from './releases/caller.ts';
import { fillRelease } from './releases/fill.ts';
import { startRelease } from './releases/start.ts';

const [folder = '', version = ''] = process.argv.slice(2);
const postgres = process.env['POSTGRES_URL'];
if (!version || postgres === undefined) {
  throw new Error('Usage: POSTGRES_URL=postgres://… node bench/release.ts <folder of a checkout> <version>');
}
const release = resolve(folder);
const target = new URL(`../test/releases/${version}/`, import.meta.url);
const gzip = promisify(gzipCallback);

await inWorkshop(async (workshop) => {
  await mkdir(target, { recursive: true });
  const file = join(workshop, 'blog.db');
  await keep('sqlite.json', await record(`sqlite:${file}`, join(workshop, 'sqlite')));
  await keep('blog.db', await readFile(file));
  await keep('postgres.json', await record(postgres, join(workshop, 'postgres')));
  await keep('blog.sql', dump(postgres));
});

/** Fills a blog of the release, and reads what it tells the public after a restart. */
async function record(databaseUrl: string, files: string): Promise<string> {
  const first = await startRelease(release, databaseUrl, files);
  const filled = await fillRelease(await callerOf(first.url, release));
  await first.stop();
  const second = await startRelease(release, databaseUrl, files);
  const media = await mediaIn(files);
  const further = [...FURTHER, ...HIDDEN, ...Object.keys(media).map((path) => `/media/${path}`)];
  const read = await readPublicAnswers(second.url, KNOWN, further, isCompared);
  const at = new Date().toISOString();
  await second.stop();
  const answers = [...read]
    .filter(([path, { status }]) => status < 400 || HIDDEN.includes(path))
    .map(([path, answer]) => [path, keptAnswer(answer)] as const);
  console.log(`${version}: ${answers.length} answers`);
  const recorded: Recorded = { version, at, ...filled, answers: Object.fromEntries(answers), files: media };
  return JSON.stringify(recorded);
}

/** The uploaded files in base64, by path. */
async function mediaIn(files: string): Promise<Record<string, string>> {
  const entries = await readdir(files, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const read = paths.map(async (path) => [path.slice(files.length + 1), await readFile(path, 'base64')] as const);
  return Object.fromEntries(await Promise.all(read));
}

/** Statements alone: the client that restores it is not psql. */
function dump(url: string): string {
  const options = ['--inserts', '--no-owner', '--no-privileges', '--dbname', url];
  const { status, stdout, stderr } = spawnSync('pg_dump', options, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`pg_dump failed: ${stderr}`);
  return stdout
    .split('\n')
    .filter((line) => !/^(--|\\|SET transaction_timeout)/.test(line))
    .join('\n');
}

async function keep(name: string, content: string | Buffer): Promise<void> {
  const packed = await gzip(content, { level: 9 });
  await writeFile(new URL(`${name}.gz`, target), packed);
  console.log(`${version}/${name}.gz: ${packed.length} bytes`);
}
