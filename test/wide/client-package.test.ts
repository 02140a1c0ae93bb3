import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';

import { expect } from 'chai';
import { build, type BuildOptions } from 'esbuild';

import { VERSION } from '../../shared/version.ts';
import { asVisitor, needBrowser } from '../support/browser.ts';
import { newFolder } from '../support/run.ts';
import { describeService } from '../support/service.ts';
import { skip } from '../support/skip.ts';

const run = promisify(execFile);
/** The Node.js of the system. */
const SYSTEM_NODE = '/usr/bin/node';
const program = (load: string, url: string) => `
  ${load}
  const client = createBlogClient({ url: '${url}' });
  client.posts.list().then(async ({ total }) => {
    const error = await client.posts.get({ id: 'none' }).catch((error) => error);
    const text = plainText({ author: 'Ann', content: 'a &lt; b' });
    console.log(JSON.stringify([total, error instanceof BlogError, error.code, text]));
  });`;
/** The globals that edge runtimes have in common (WinterTC's minimum, as far as the client needs it). */
const webApis = {
  AbortController,
  AbortSignal,
  DOMException,
  Headers,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  atob,
  btoa,
  clearTimeout,
  crypto,
  fetch,
  queueMicrotask,
  setTimeout,
};
const OUTPUT = [0, true, 'NOT_FOUND', 'a < b'];
/** Reads, fails, and makes more calls at once than a batch may have, with each link of tRPC. */
const stockProgram = (url: string) => `
  import { createTRPCClient, httpBatchLink, httpBatchStreamLink, TRPCClientError } from '@trpc/client';
  import superjson from 'superjson';
  import type { AppRouter } from 'octavo-client/trpc';

  const results: unknown[] = [];
  for (const link of [httpBatchLink, httpBatchStreamLink]) {
    const trpc = createTRPCClient<AppRouter>({ links: [link<AppRouter>({ url: '${url}/trpc', transformer: superjson })] });
    const { posts, total } = await trpc.posts.list.query({ tag: 'news' });
    const titles: string[] = posts.map(({ title }) => title);
    // @ts-expect-error -- it is text
    const wrong = () => trpc.posts.get.query({ id: 5 });
    // @ts-expect-error -- a read is no mutation
    const write = () => trpc.posts.list.mutate({});
    const errorOf = (error: unknown) => {
      if (!(error instanceof TRPCClientError)) throw error;
      return (error as TRPCClientError<AppRouter>).data;
    };
    const missing = await trpc.posts.get.query({ id: 'none' }).catch(errorOf);
    if (!missing || 'ok' in missing) throw new Error('It is there.');
    const many = await Promise.allSettled(Array.from({ length: 11 }, () => trpc.settings.site.query()));
    const refused = many.map((one) => one.status === 'rejected' && \`\${errorOf(one.reason)?.httpStatus}: \${one.reason.message}\`);
    results.push([total + titles.length, missing.reason, missing.httpStatus, ...refused]);
  }
  console.log(JSON.stringify(results));`;
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

  it('is one package with the version of Octavo and without dependencies', async () => {
    const installed = (await readdir(inside('node_modules'))).filter((name) => !name.startsWith('.'));
    expect(installed).to.deep.equal(['octavo-client']);
    const manifest = JSON.parse(await readFile(inside('node_modules/octavo-client/package.json'), 'utf8')) as object;
    expect(manifest).to.include({ version: VERSION, sideEffects: false });
    expect(manifest).to.not.have.any.keys('dependencies', 'peerDependencies', 'private');
    for (const file of ['index.js', 'types/client/api/generated/trpc.d.ts']) {
      const text = await readFile(inside(`node_modules/octavo-client/${file}`), 'utf8');
      expect(text, file).to.not.match(/^import |require\(| from ['"]/m);
    }
  });

  it('is less than 6 KB in a browser, and less than 1 KB for plainText alone', async () => {
    const sizeOf = async (source: string) => gzipSync(await bundled(source, { minify: true })).length;
    expect(await sizeOf("export * from 'octavo-client';")).to.be.below(6000);
    expect(await sizeOf("export { plainText } from 'octavo-client';")).to.be.below(1000);
  });

  for (const [major, node] of [
    [24, process.execPath],
    [20, SYSTEM_NODE],
  ] as const) {
    it(`runs as an ES module and with require in Node.js ${major}`, async function () {
      const version = existsSync(node) ? (await run(node, ['--version'])).stdout : 'missing';
      if (!version.startsWith(`v${major}.`)) skip(this, `${node} is not Node.js ${major}`, { optional: true });
      await writeFile(inside('program.mjs'), program(`import ${names} from 'octavo-client';`, use().url));
      await writeFile(inside('program.cjs'), program(`const ${names} = require('octavo-client');`, use().url));
      for (const file of ['program.mjs', 'program.cjs']) {
        const { stdout } = await run(node, [file], { cwd: folder });
        expect(JSON.parse(stdout), file).to.deep.equal(OUTPUT);
      }
    });
  }

  it('runs as a bundle for edge functions, where there are web APIs only', async () => {
    const contents = program(`import ${names} from 'octavo-client';`, use().url);
    const code = await bundled(contents, { platform: 'neutral', format: 'iife' });
    const output = await new Promise<string>((resolve) => {
      // Without `process`, `Buffer`, `require` and everything else of Node.js.
      runInNewContext(code, { ...webApis, console: { log: resolve } });
    });
    expect(JSON.parse(output)).to.deep.equal(OUTPUT);
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

  describe('in TypeScript', () => {
    const settings: [module: string, resolution: string][] = [
      ['node16', 'node16'],
      ['nodenext', 'nodenext'],
      ['esnext', 'bundler'],
    ];
    for (const [module, resolution] of settings) {
      it(`has exact types with ${resolution}, in strict mode and without other types`, async () => {
        const source = `
          import { createBlogClient, type BlogInputs, type Post } from 'octavo-client';
          import type { AppRouter } from 'octavo-client/trpc';
          export const password: BlogInputs['posts']['update']['password'] = 'open sesame';
          // @ts-expect-error -- not a number
          export const wrong: BlogInputs['posts']['update']['password'] = 5;
          export const read = async (id: string): Promise<Post> =>
            (await createBlogClient({ url: 'https://blog.example' }).posts.get({ id }, { timeout: 1000 })).post;
          export type Title = AppRouter['posts']['get']['_def']['$types']['output']['post']['title'];
          export const title: Title = 'Title';`;
        const files = resolution === 'bundler' ? ['types.ts'] : ['types.mts', 'types.cts'];
        for (const file of files) await writeFile(inside(file), source);
        const options = ['--module', module, '--moduleResolution', resolution, '--target', 'es2022'];
        expect(await compile([...options, '--lib', 'es2022', ...files]), 'without the types of browsers').to.equal('');
        if (resolution === 'bundler') expect(await compile([...options, ...files]), 'with them').to.equal('');
      });
    }
  });

  // docs/interface.md, T3, T10
  it('gives the clients of tRPC the type of the router', async () => {
    await mkdir(inside('stock/node_modules'), { recursive: true });
    for (const name of ['@trpc', 'superjson']) {
      const target = fileURLToPath(new URL(`../../node_modules/${name}`, import.meta.url));
      await symlink(target, inside(`stock/node_modules/${name}`));
    }
    await writeFile(inside('stock/package.json'), '{ "type": "module" }');
    await writeFile(inside('stock/program.ts'), stockProgram(use().url));
    const options = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom,dom.asynciterable'];
    expect(await compile([...options, '--skipLibCheck', 'true', 'stock/program.ts'])).to.equal('');
    const { stdout } = await run(process.execPath, ['stock/program.ts'], { cwd: folder });
    const sentence = 'A batch may have 10 calls, and this one has 11; set "maxItems" of the tRPC link to 10.';
    const each = [0, 'NOT_FOUND', 404, ...Array<string>(11).fill(`400: ${sentence}`)];
    expect(JSON.parse(stdout)).to.deep.equal([each, each]);
  });

  /** The output of the compiler. */
  async function compile(args: string[]): Promise<string> {
    const compiler = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')));
    const strict = ['--strict', '--noEmit', '--pretty', 'false', '--skipLibCheck', 'false', '--types', ''];
    return run(process.execPath, [compiler, '--singleThreaded', ...strict, ...args], { cwd: folder }).then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    );
  }

  /** Bundles a program with its imports. */
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
