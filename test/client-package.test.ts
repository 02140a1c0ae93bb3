import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

import { expect } from 'chai';
import { build, type BuildOptions } from 'esbuild';

import { VERSION } from '../shared/version.ts';
import { asVisitor, needBrowser } from './support/browser.ts';
import { newFolder } from './support/run.ts';
import { describeService } from './support/service.ts';

const run = promisify(execFile);
/** The Node.js of the system, which may be an older one. */
const SYSTEM_NODE = '/usr/bin/node';
const program = (load: string, url: string) => `
  ${load}
  const client = createBlogClient({ url: '${url}' });
  client.posts.list().then(async ({ total }) => {
    const error = await client.posts.get({ id: 'none' }).catch((error) => error);
    const text = plainText({ author: 'Ann', content: 'a &lt; b' });
    console.log(JSON.stringify([total, error instanceof BlogError, error.code, text]));
  });`;
const OUTPUT = [0, true, 'NOT_FOUND', 'a < b'];
const names = '{ BlogError, createBlogClient, plainText }';

describeService('octavo-client', (use) => {
  let folder: string;
  const inside = (name: string) => join(folder, name);

  before(async function () {
    this.timeout(120_000);
    folder = await newFolder();
    await run(process.execPath, ['bin/build-client.ts', inside('package')]);
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder, inside('package')]);
    const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
    await writeFile(inside('package.json'), '{ "private": true }');
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', inside(filename)], { cwd: folder });
  });

  it('is one package, of the version of Octavo, that depends on nothing', async () => {
    const installed = (await readdir(inside('node_modules'))).filter((name) => !name.startsWith('.'));
    expect(installed).to.deep.equal(['octavo-client']);
    const manifest = JSON.parse(await readFile(inside('node_modules/octavo-client/package.json'), 'utf8')) as object;
    expect(manifest).to.include({ version: VERSION, sideEffects: false });
    expect(manifest).to.not.have.any.keys('dependencies', 'peerDependencies', 'private');
    for (const file of ['index.js', 'types/client/generated/trpc.d.ts']) {
      const text = await readFile(inside(`node_modules/octavo-client/${file}`), 'utf8');
      expect(text, file).to.not.match(/^import |require\(| from ['"]/m);
    }
  });

  it('has less than 6 KB in a browser, and less than 1 KB for plainText alone', async () => {
    const sizeOf = async (source: string) => gzipSync(await bundled(source, { minify: true })).length;
    expect(await sizeOf("export * from 'octavo-client';")).to.be.below(6000);
    expect(await sizeOf("export { plainText } from 'octavo-client';")).to.be.below(1000);
  });

  for (const [title, node] of [
    ['this Node.js', process.execPath],
    ["the system's Node.js", SYSTEM_NODE],
  ] as const) {
    it(`runs as an ES module and with require in ${title}`, async function () {
      if (!existsSync(node)) this.skip();
      await writeFile(inside('program.mjs'), program(`import ${names} from 'octavo-client';`, use().url));
      await writeFile(inside('program.cjs'), program(`const ${names} = require('octavo-client');`, use().url));
      for (const file of ['program.mjs', 'program.cjs']) {
        const { stdout } = await run(node, [file], { cwd: folder });
        expect(JSON.parse(stdout), file).to.deep.equal(OUTPUT);
      }
    });
  }

  it('runs as a bundle without a platform, as at the edge', async () => {
    const source = program(`import ${names} from 'octavo-client';`, use().url);
    await writeFile(inside('edge.mjs'), await bundled(source, { platform: 'neutral' }));
    const { stdout } = await run(process.execPath, ['edge.mjs'], { cwd: folder });
    expect(JSON.parse(stdout)).to.deep.equal(OUTPUT);
  });

  it('runs in a browser', async function () {
    const browser = await needBrowser(this);
    const content = await bundled(`import ${names} from 'octavo-client'; Object.assign(window, ${names});`, {
      format: 'iife',
    });
    await asVisitor(
      browser,
      use().url,
      async ({ page, open }) => {
        await open('/');
        await page.addScriptTag({ content });
        const total = await page.evaluate(
          `createBlogClient({ url: location.origin }).posts.list().then(({ total }) => total)`,
        );
        expect(total).to.equal(0);
      },
      { bypassCSP: true },
    );
  });

  describe('to TypeScript', () => {
    const settings: [module: string, resolution: string][] = [
      ['node16', 'node16'],
      ['nodenext', 'nodenext'],
      ['esnext', 'bundler'],
    ];
    for (const [module, resolution] of settings) {
      it(`has exact types with ${resolution}, strictly and without other types`, async () => {
        const source = `
          import { createBlogClient, type BlogInputs, type Post } from 'octavo-client';
          import type { AppRouter } from 'octavo-client/trpc';
          export const password: BlogInputs['posts']['update']['password'] = 'open sesame';
          // @ts-expect-error -- it is no number
          export const wrong: BlogInputs['posts']['update']['password'] = 5;
          export const read = async (id: string): Promise<Post> =>
            (await createBlogClient({ url: 'https://blog.example' }).posts.get({ id }, { timeout: 1000 })).post;
          export type Title = AppRouter['posts']['get']['_def']['$types']['output']['post']['title'];
          export const title: Title = 'Title';`;
        const files = resolution === 'bundler' ? ['types.ts'] : ['types.mts', 'types.cts'];
        for (const file of files) await writeFile(inside(file), source);
        const options = ['--module', module, '--moduleResolution', resolution, '--target', 'es2022'];
        expect(await compile([...options, ...files])).to.equal('');
        expect(await compile([...options, '--lib', 'es2022', ...files]), 'without the types of browsers').to.equal('');
      });
    }
  });

  /** What the compiler says. */
  async function compile(args: string[]): Promise<string> {
    const compiler = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')));
    const strict = ['--strict', '--noEmit', '--pretty', 'false', '--skipLibCheck', 'false', '--types', ''];
    return run(process.execPath, [compiler, ...strict, ...args], { cwd: folder }).then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    );
  }

  /** A program with all that it imports. */
  async function bundled(contents: string, options: BuildOptions): Promise<string> {
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: folder },
      bundle: true,
      format: 'esm',
      platform: 'browser',
      ...options,
      write: false,
    });
    return outputFiles[0]!.text;
  }
});
