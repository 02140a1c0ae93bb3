import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { expect } from 'chai';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));

const consumer = 'test/support/consumer';

/** What the client takes its types from. */
const sources = ['client', 'entities', 'migrations', 'node_modules', 'package.json', 'release.ts', 'routers'];

describe('client types', function () {
  this.timeout(60_000);
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'octavo-types-'));
    for (const name of sources) {
      // Packages are read only, and many.
      if (name === 'node_modules') await symlink(join(root, name), join(folder, name));
      else await cp(join(root, name), join(folder, name), { recursive: true });
    }
    await cp(join(root, consumer), join(folder, consumer), { recursive: true });
    const { compilerOptions } = JSON.parse(await readFile(join(root, 'tsconfig.json'), 'utf8'));
    const config = { compilerOptions: { ...compilerOptions, types: ['node'] }, include: [consumer] };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  });
  after(() => rm(folder, { recursive: true }));

  it('let a consumer compile, and catch its slips', async () => {
    expect(await compile(folder)).to.deep.equal([]);
  });

  it('break the compile as soon as the service changes', async () => {
    await rename('routers/posts/schemas.ts', '  excerpt: z.string(),', '  teaser: z.string(),');
    await rename('routers/posts/schemas.ts', '  tag: name.optional(),', '  label: name.optional(),');
    await rename('routers/comments/router.ts', '  submit: publicWrite', '  write: publicWrite');
    await rename('routers/settings/router.ts', '  site: publicRead', '  about: publicRead');
    const errors = await compile(folder);
    const inConsumer = errors.filter((line) => line.startsWith(consumer)).join('\n');
    expect(inConsumer).to.include("Property 'excerpt' does not exist");
    expect(inConsumer).to.include("'tag' does not exist in type");
    expect(inConsumer).to.include("Property 'submit' does not exist");
    const inTable = errors.filter((line) => line.startsWith('client/procedures.ts')).join('\n');
    expect(inTable, 'the table of procedures')
      .to.include("'site' does not exist")
      .and.to.include("'submit' does not exist");
  });

  async function rename(file: string, before: string, after: string): Promise<void> {
    const source = await readFile(join(folder, file), 'utf8');
    expect(source).to.include(before);
    await writeFile(join(folder, file), source.replace(before, after));
  }
});

/** What the compiler has to say. */
async function compile(folder: string): Promise<string[]> {
  const compiler = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')));
  return run(process.execPath, [compiler, '--noEmit', '--pretty', 'false'], { cwd: folder }).then(
    () => [],
    ({ stdout }: { stdout: string }) => stdout.trim().split('\n'),
  );
}
