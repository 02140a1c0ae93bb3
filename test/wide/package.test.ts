import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdir, readdir, readFile, realpath, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { expect } from 'chai';
import { transform } from 'esbuild';
import sharp from 'sharp';

import { VERSION } from '../../shared/version.ts';
import { openTerminal, type Terminal } from '../support/cli.ts';
import { newFolder } from '../support/run.ts';
import { skip } from '../support/skip.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

/** The sources of the package. */
const folders = ['bin', 'client', 'deploy', 'entities', 'migrations', 'routers', 'server', 'shared'];
/** The modules that start a program when they are imported. */
const programs = /^(bin|server)-/;
const PASSWORD = 'correct horse battery';
const files = [
  ...['CHANGELOG.md', 'LICENSE', 'README.md', 'openapi.json'],
  ...['package-lock.json', 'package.json', 'tsconfig.build.json', 'tsconfig.json'],
];

describe('the package', function () {
  this.timeout(240_000);
  let folder: string;
  let packed: string[];
  let terminal: Terminal;
  const inside = (name: string) => join(folder, 'empty', name);
  /** Runs a command in the folder in which the package is installed. */
  const there = (command: string, args: string[], env: Record<string, string> = {}) =>
    run(command, args, { cwd: inside('.'), env: { ...process.env, ...env } });

  before(async function () {
    folder = await newFolder();
    terminal = await openTerminal();
    const tree = join(folder, 'tree');
    for (const name of [...folders, ...files]) await cp(join(root, name), join(tree, name), { recursive: true });
    await symlink(join(root, 'node_modules'), join(tree, 'node_modules'));
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: tree });
    const [{ filename, files: contents }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
    packed = contents.map(({ path }) => path);

    // `npm pack` replaces it for a moment.
    expect(await readFile(join(tree, 'package.json'), 'utf8')).to.equal(
      await readFile(join(root, 'package.json'), 'utf8'),
    );
    await mkdir(inside('.'));
    await writeFile(inside('package.json'), '{ "private": true }');
    try {
      await there('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', join(folder, filename)]);
    } catch (error) {
      const { stderr = '' } = error as { stderr?: string };
      if (!/ENOTFOUND|ECONNREFUSED|ECONNRESET|EAI_AGAIN|ETIMEDOUT/.test(stderr)) throw error;
      skip(this, 'the registry of npm cannot be reached');
    }
  });
  after(() => terminal?.close());

  it('contains only the program as JavaScript, and the client with its types', () => {
    const single = ['CHANGELOG.md', 'LICENSE', 'README.md', 'bin/octavo.cjs', 'package.json'];
    expect(packed.filter((path) => !/^(deploy|dist)\//.test(path)).toSorted()).to.deep.equal(single);
    // The commands of docs/operating.md copy these files. The other files of `deploy/` need a checkout.
    const deployed = ['Caddyfile', 'alerts.yml', 'litestream.yml', 'nginx.conf', 'octavo.service'];
    expect(packed.filter((path) => path.startsWith('deploy/')).toSorted()).to.deep.equal(
      deployed.map((name) => `deploy/${name}`),
    );
    expect(packed.filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))).to.deep.equal([]);
  });

  it('contains the licences of the libraries in its bundles', async () => {
    const text = await readFile(inside('node_modules/octavo/dist/octavo/THIRD-PARTY-LICENSES.txt'), 'utf8');
    for (const name of ['koa', 'react', '@trpc/server', '@mikro-orm/core', 'pinyin-pro', 'temml', '@codemirror/view']) {
      const part = text.split('-'.repeat(80)).find((one) => new RegExp(`^${name} \\d`, 'm').test(one));
      expect(part, name).to.match(/Copyright.*[\s\S]*(Permission is hereby granted|Redistribution)/i);
    }
    // These packages are installed beside the package, with their own licences.
    expect(text).to.not.match(/^(better-sqlite3|sharp) /m);
  });

  it('installs no more than 80 MB, without a compiler', async () => {
    const { stdout } = await there('du', ['-sm', 'node_modules']);
    expect(parseInt(stdout)).to.be.below(80);
    const { dependencies, scripts } = JSON.parse(
      await readFile(inside('node_modules/octavo/package.json'), 'utf8'),
    ) as Record<string, object>;
    expect(Object.keys(dependencies!)).to.deep.equal(['better-sqlite3', 'sharp']);
    expect(scripts).to.equal(undefined);
  });

  it('says on an old version of Node.js which one it needs', async () => {
    const command = await readFile(inside('node_modules/octavo/bin/octavo.cjs'), 'utf8');
    // esbuild rejects what it cannot translate for such a version.
    await transform(command.replace(/^#!.*/, ''), { target: 'es5' });
    await writeFile(
      inside('old.cjs'),
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } });",
    );
    const args = ['--require', './old.cjs', inside('node_modules/octavo/bin/octavo.cjs'), 'start'];
    const { code, stderr } = await failed(there(process.execPath, args));
    expect(code).to.equal(1);
    expect(stderr).to.match(/^Octavo needs Node\.js 24 or later; this is .*\n$/);
  });

  it('contains the octavo command', async () => {
    const { stdout } = await there(inside('node_modules/.bin/octavo'), ['--help']);
    expect(stdout).to.match(/^Usage: octavo /);
    expect((await there(inside('node_modules/.bin/octavo'), ['--version'])).stdout).to.equal(`${VERSION}\n`);
  });

  it('stops when npx, which started it, is killed', async () => {
    const folder = await newFolder();
    const instance = join(folder, 'blog.db.instance.json');
    const env = { ...process.env, PORT: '0', DATABASE_URL: `sqlite:${join(folder, 'blog.db')}` };
    const npx = spawn('npx', ['--offline', 'octavo', 'start'], { cwd: inside('.'), env, stdio: 'ignore' });
    const exists = () =>
      stat(instance).then(
        () => true,
        () => false,
      );
    await until(exists);
    npx.kill('SIGKILL');
    await until(async () => !(await exists()));
  });

  it('contains the commands of the server', async () => {
    const env = { DATABASE_URL: terminal.databaseUrl };
    const { stdout } = await there(inside('node_modules/.bin/octavo'), ['admin', 'reset-password', '--generate'], env);
    expect(stdout).to.match(/^The new password is [a-z2-9]{4}-[a-z2-9]{4}\n$/);
  });

  it('contains the client for plain JavaScript', async () => {
    await writeFile(
      inside('plain.mjs'),
      `import { createBlogClient } from 'octavo/client';
       const { posts, total } = await createBlogClient({ url: '${terminal.service.url}' }).posts.list();
       console.log(JSON.stringify({ posts, total }));`,
    );
    const { stdout } = await there(process.execPath, ['plain.mjs']);
    expect(JSON.parse(stdout)).to.deep.equal({ posts: [], total: 0 });
  });

  it('contains the types for TypeScript', async () => {
    const consumer = await readFile(join(root, 'test/support/consumer/consumer.ts'), 'utf8');
    const outside = `${consumer.replace('../../../client/index.ts', 'octavo/client')}
      import type { AppRouter } from 'octavo/client/trpc';
      export type Title = AppRouter['posts']['get']['_def']['$types']['output']['post']['title'];
      export const title: Title = 'Title';`;
    await writeFile(inside('consumer.ts'), outside);
    expect(await compile()).to.deep.equal([]);
    await writeFile(inside('consumer.ts'), outside.replaceAll('post.title', 'post.titel'));
    expect(await compile()).to.have.length(1);
  });

  it('loads each of its modules', async () => {
    const folder = inside('node_modules/octavo/dist/octavo');
    const modules = (await readdir(folder)).filter((name) => /\.c?js$/.test(name) && !programs.test(name));
    const imports = modules.map((name) => `await import('./node_modules/octavo/dist/octavo/${name}');`);
    await writeFile(inside('all.mjs'), imports.join('\n'));
    await there(process.execPath, ['all.mjs']);
  });

  describe('as another user, in a folder that this one cannot change', () => {
    let service: ChildProcess;
    let url: string;
    let token: string;
    const user = anotherUser();
    const home = () => join(folder, 'home');
    const octavo = (args: string[], env: Record<string, string> = {}) =>
      run(process.execPath, [inside('node_modules/octavo/bin/octavo.cjs'), ...args], {
        cwd: home(),
        env: { PATH: process.env['PATH'], HOME: home(), OCTAVO_URL: url, OCTAVO_TOKEN: token, ...env },
        ...user,
      });

    /** Starts the service with the data in ./data. */
    async function startThere(): Promise<void> {
      service = spawn(process.execPath, [inside('node_modules/octavo/bin/octavo.cjs'), 'start', '--port', '0'], {
        cwd: home(),
        env: { PATH: process.env['PATH'], HOME: home(), ADMIN_PASSWORD: PASSWORD, BACKUP_DIR: 'backups' },
        stdio: ['ignore', 'pipe', 'inherit'],
        ...user,
      });
      for await (const line of createInterface(service.stdout!)) {
        url = /^Octavo serves (\S+)$/.exec(line)?.[1] ?? '';
        if (url !== '') break;
      }
      service.stdout!.resume();
      ({ token } = await post('/api/admin/login', { password: PASSWORD }));
    }
    async function stopThere(): Promise<void> {
      service.kill('SIGTERM');
      const [code] = service.exitCode === null ? await once(service, 'exit') : [service.exitCode];
      expect(code).to.equal(0);
    }

    before(async () => {
      for (const path of [dirname(folder), folder]) await chmod(path, 0o711);
      await mkdir(home());
      if (user.uid !== undefined) await chown(home(), user.uid, user.uid);
      await writeFile(join(home(), 'text.md'), 'Text with $$x^2$$.\n\n```js\nconst answer = 42;\n```\n');
      const image = sharp({ create: { width: 700, height: 400, channels: 3, background: 'teal' } });
      await writeFile(join(home(), 'image.png'), await image.png().toBuffer());
      await run('chmod', ['-R', 'a-w,a+rX', inside('.')]);
      await startThere();
    });
    after(async () => {
      service?.kill('SIGKILL');
      await run('chmod', ['-R', 'u+w', inside('.')]);
    });

    // docs/interface.md, D15
    it('starts in an empty folder, is ready, and makes a backup', async () => {
      expect((await fetch(`${url}/readyz`)).status).to.equal(200);
      expect((await stat(join(home(), 'data/blog.db'))).uid).to.equal(user.uid ?? process.getuid!());
      const { stdout } = await octavo(['status', '--json', '--data', 'data']);
      const database = `sqlite:${await realpath(home())}/data/blog.db`;
      const expected = { ok: true, version: VERSION, url, database, ready: true, problem: null, pid: service.pid };
      expect(JSON.parse(stdout)).to.deep.equal(expected);
      const backups = () => readdir(join(home(), 'backups')).catch(() => []);
      await until(async () => (await backups()).some((name) => name.endsWith('.db.gz')));
    });

    // docs/configuration.md, "Node.js"
    it('bounds the heap of V8, and the memory that glibc keeps', async function () {
      if (process.platform !== 'linux') skip(this, 'only Linux shows how a process was started', { optional: true });
      const of = async (name: string) => (await readFile(`/proc/${service.pid}/${name}`, 'utf8')).split('\0');
      expect(await of('cmdline')).to.include.members(['--max-semi-space-size=8', '--max-old-space-size=1024']);
      expect(await of('environ')).to.include('MALLOC_MMAP_THRESHOLD_=131072');
    });

    it('shows a post that the command line wrote', async () => {
      const { stdout } = await octavo(['posts', 'create', '--title', '\u4f60\u597d', '--file', 'text.md']);
      expect(stdout).to.include('nihao');
      const page = await text('/posts/nihao');
      expect(page).to.include('<math>').and.to.include('<span class="hljs-keyword">const</span>');
      for (const path of linksIn(page)) expect((await fetch(url + path)).status, path).to.equal(200);
    });

    it('serves the app and the reference with their scripts', async () => {
      for (const path of ['/admin', '/api/docs', '/embed.js']) {
        const files = linksIn(await text(path));
        if (path !== '/embed.js') expect(files, path).to.not.deep.equal([]);
        for (const file of files) expect((await fetch(new URL(file, url))).status, file).to.equal(200);
      }
    });

    it('makes the sizes of an image', async () => {
      const { stdout } = await octavo(['media', 'upload', 'image.png', '--json']);
      const [, path = ''] = /"url": "[^"]*(\/media\/[^"]*)\.png"/.exec(stdout) ?? [];
      await until(async () => (await fetch(`${url}${path}-640.webp`)).status === 200);
    });

    it('answers agents', async () => {
      const { secret } = await post('/api/admin/keys', { name: 'agent', scopes: ['read'] }, token);
      const { result } = await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, secret);
      expect(result.tools).to.not.have.length(0);
    });

    it('names a database that cannot be reached', async () => {
      const env = { DATABASE_URL: 'postgres://octavo@127.0.0.1:1/blog', REDIS_URL: 'redis://127.0.0.1:1' };
      const { stderr } = await failed(octavo(['start'], env));
      expect(stderr).to.match(/^[^\n]*PostgreSQL[^\n]*\n$/);
    });

    it('restores a backup after it has stopped', async () => {
      await octavo(['backup', 'kept.db']);
      await octavo(['posts', 'delete', 'nihao', '--yes']);
      await stopThere();
      expect((await failed(octavo(['status']))).stdout).to.include('does not run');
      await octavo(['restore', 'kept.db', '--force']);
      await startThere();
      expect(await text('/posts/nihao')).to.include('<math>');
      await stopThere();
      expect(
        (await readdir(inside('node_modules/octavo/dist/octavo'))).filter((name) => name === 'node_modules'),
      ).to.deep.equal([]);
    });

    const text = async (path: string) => (await fetch(url + path)).text();
    // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
    async function post(path: string, body: object, bearer?: string): Promise<any> {
      const headers = {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      };
      return (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
    }
  });

  /** The output of the compiler in a project with only the package. */
  async function compile(): Promise<string[]> {
    const compiler = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')));
    const strict = ['--strict', '--noEmit', '--pretty', 'false', '--skipLibCheck', '--module', 'nodenext'];
    const modern = ['--target', 'es2022', '--lib', 'es2022,dom', 'consumer.ts'];
    return there(process.execPath, [compiler, '--singleThreaded', ...strict, ...modern]).then(
      () => [],
      ({ stdout }: { stdout: string }) => stdout.trim().split('\n'),
    );
  }
});

/** The user nobody if the current user may become nobody; otherwise the current user. */
function anotherUser(): { uid?: number; gid?: number } {
  const nobody = { uid: 65_534, gid: 65_534 };
  return spawnSync(process.execPath, ['--version'], nobody).status === 0 ? nobody : {};
}

/** The outcome of a command that fails. */
async function failed(command: Promise<unknown>): Promise<{ code: number; stdout: string; stderr: string }> {
  const error = await command.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).to.have.property('code').that.is.a('number');
  return error as { code: number; stdout: string; stderr: string };
}

/** The scripts and styles of a page. */
function linksIn(page: string): string[] {
  return [...page.matchAll(/(?:src|href)="(\/[^"]*\.(?:js|css)[^"]*)"/g)].map(([, path = '']) => path);
}
