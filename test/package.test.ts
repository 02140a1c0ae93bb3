import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { expect } from 'chai';

import { VERSION } from '../shared/version.ts';
import { openTerminal, type Terminal } from './support/cli.ts';
import { newFolder } from './support/run.ts';
import { skip } from './support/skip.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));

/** What the package is made from. */
const folders = ['bin', 'client', 'entities', 'migrations', 'routers', 'server', 'shared'];
const files = ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json', 'tsconfig.build.json', 'tsconfig.json'];

describe('the package', function () {
  this.timeout(240_000);
  let folder: string;
  let packed: string[];
  let terminal: Terminal;
  const inside = (name: string) => join(folder, 'empty', name);
  /** Runs a command in the folder that the package is installed in. */
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

  it('holds the program as JavaScript with its types, and nothing else', () => {
    expect(packed).to.include.members(['README.md', 'LICENSE', 'CHANGELOG.md', 'package.json', 'dist/bin/octavo.js']);
    const foreign = packed.filter((path) => !/^dist\/|^(README|CHANGELOG)\.md$|^LICENSE$|^package\.json$/.test(path));
    expect(foreign).to.deep.equal([]);
    expect(packed.filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))).to.deep.equal([]);
  });

  it('brings the octavo command', async () => {
    const { stdout } = await there(inside('node_modules/.bin/octavo'), ['--help']);
    expect(stdout).to.match(/^Usage: octavo /);
    expect((await there(inside('node_modules/.bin/octavo'), ['--version'])).stdout).to.equal(`${VERSION}\n`);
  });

  it('brings the commands of the server', async () => {
    const env = { DATABASE_URL: terminal.databaseUrl };
    const { stdout } = await there(inside('node_modules/.bin/octavo'), ['admin', 'reset-password', '--generate'], env);
    expect(stdout).to.match(/^The new password is [a-z2-9]{4}-[a-z2-9]{4}\n$/);
  });

  it('brings the client to plain JavaScript', async () => {
    await writeFile(
      inside('plain.mjs'),
      `import { createBlogClient } from 'octavo/client';
       const { posts, total } = await createBlogClient({ url: '${terminal.service.url}' }).posts.list();
       console.log(JSON.stringify({ posts, total }));`,
    );
    const { stdout } = await there(process.execPath, ['plain.mjs']);
    expect(JSON.parse(stdout)).to.deep.equal({ posts: [], total: 0 });
  });

  it('brings the types to TypeScript', async () => {
    const consumer = await readFile(join(root, 'test/support/consumer/consumer.ts'), 'utf8');
    const outside = consumer.replace('../../../client/index.ts', 'octavo/client');
    await writeFile(inside('consumer.ts'), outside);
    expect(await compile()).to.deep.equal([]);
    await writeFile(inside('consumer.ts'), outside.replaceAll('post.title', 'post.titel'));
    expect(await compile()).to.have.length(1);
  });

  /** What the compiler says in a project that has nothing but the package. */
  async function compile(): Promise<string[]> {
    const compiler = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')));
    const strict = ['--strict', '--noEmit', '--pretty', 'false', '--skipLibCheck', '--module', 'nodenext'];
    const modern = ['--target', 'es2022', '--lib', 'es2022,dom', 'consumer.ts'];
    return there(process.execPath, [compiler, ...strict, ...modern]).then(
      () => [],
      ({ stdout }: { stdout: string }) => stdout.trim().split('\n'),
    );
  }
});
