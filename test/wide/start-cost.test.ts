import { readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

import { newFolder } from '../support/run.ts';
import { cleanUp, start } from '../support/started.ts';

interface Loaded {
  /** The URLs of the files. */
  files: string[];
  /** The loaded modules of Node, such as `NativeModule internal/deps/undici/undici`. */
  ofNode: string[];
  /** The folder of the compile cache. */
  cache?: string;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const main = join(root, 'server/main.ts');
const hook = new URL('../support/loaded.ts', import.meta.url).href;

/** Starts the service, requests these paths, stops it, and returns the modules that it has loaded. */
function loadedBy(env: Record<string, string>, ...paths: string[]): Promise<Loaded> {
  return loadedByProgram(main, env, paths);
}

async function loadedByProgram(
  program: string | string[],
  env: Record<string, string>,
  paths: string[] = [],
): Promise<Loaded> {
  const folder = await newFolder();
  const file = join(folder, 'loaded.json');
  // The sources: a bundle does not tell which packages it uses.
  const started = start(folder, { ...env, LOADED: file, NODE_OPTIONS: `--import ${hook}` }, 'pipe', program);
  const url = await started.url;
  for (const path of ['/readyz', ...paths]) expect((await fetch(url + path)).status, path).to.equal(200);
  started.process.kill('SIGTERM');
  expect(await started.ended, started.errors()).to.equal(0);
  return JSON.parse(await readFile(file, 'utf8')) as Loaded;
}

/** The packages of the files, without duplicates. */
function packagesIn({ files }: Loaded): string[] {
  return [...new Set(files.flatMap((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []))];
}

describe('the cost of a start', () => {
  after(cleanUp);

  it('with SQLite and without Redis, loads neither PostgreSQL nor Redis, nor the document generator', async () => {
    const loaded = await loadedBy({}, '/', '/api/posts', '/feed.xml', '/api/openapi.json', '/api/docs');
    const packages = packagesIn(loaded);
    expect(packages).to.include.members(['better-sqlite3', 'kysely', 'koa']);
    for (const spared of ['pg', 'pg-cursor', '@mikro-orm/postgresql', 'ioredis', 'rate-limiter-flexible'])
      expect(packages).to.not.include(spared);
    for (const spared of ['trpc-to-openapi', 'zod-openapi', 'pinyin-pro', 'transliteration', 'unified'])
      expect(packages).to.not.include(spared);
  });

  it('octavo start loads no importer, no sources of the app or the site, no other command, and no library for later', async () => {
    const loaded = await loadedByProgram([join(root, 'bin/octavo.ts'), 'start'], {});
    const paths = loaded.files.filter((url) => url.startsWith('file:')).map((url) => fileURLToPath(url));
    const own = paths.map((path) => relative(root, path)).filter((path) => !path.startsWith('node_modules'));
    expect(own).to.include.members([
      'server/operations/start.ts',
      'server/service/service.ts',
      'client/cli/commands/server.ts',
    ]);
    const spared =
      /^client\/(importers|admin|site|embed)\/|^client\/cli\/commands\/(?!server)|^server\/site\/admin\/build\.|^server\/operations\/(doctor|restore)|^server\/storage\/copy\/(copy|sqlite-copy|consistent-copy)\./;
    expect(own.filter((path) => spared.test(path))).to.deep.equal([]);
    const later = ['nodemailer', 'sharp', '@modelcontextprotocol/sdk', 'katex', 'lowlight', 'highlight.js', 'react'];
    const packages = packagesIn(loaded);
    expect(packages).to.include('commander');
    for (const library of later) expect(packages).to.not.include(library);
    // It was 6.8 MB when this was written; more costs memory and time of each start.
    const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).to.be.below(7_500_000);
  });

  it("does not load Node's fetch", async () => {
    const { ofNode } = await loadedBy({}, '/', '/api/posts');
    expect(ofNode).to.include('NativeModule http').and.not.include('NativeModule internal/deps/undici/undici');
  });

  it('caches compiled code in the folder of the packages, or in NODE_COMPILE_CACHE', async () => {
    const { cache: usual = '' } = await loadedBy({});
    expect(usual.startsWith(join(root, 'node_modules', '.cache', 'octavo')), usual).to.equal(true);
    const chosen = await newFolder();
    const { cache: there = '' } = await loadedBy({ NODE_COMPILE_CACHE: chosen });
    expect(there.startsWith(chosen), there).to.equal(true);
  });
});
