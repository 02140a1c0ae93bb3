import { execFile } from 'node:child_process';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';

import { comment } from '../support/comments.ts';
import { examplesIn } from '../support/examples.ts';
import { write } from '../support/posts.ts';
import { newFolder } from '../support/run.ts';
import { describeService } from '../support/service.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

/** What each example prints, in the order of the document. */
const outputs: Record<string, RegExp> = {
  first: /^2026-02-01 Ferries\n1 posts\nThey leave <at> six\.\n$/,
  keys: /^$/,
  errors: /^BAD_REQUEST 400 .+\nauthor .+\n$/,
  abort: /^AbortError\nTIMEOUT\n$/,
  retries: /^true\n$/,
  each: /^Ferries 1\nWritten by a program 0\n$/,
  changes: /^2 posts\n$/,
  decrypt: /^Hello, reader\.\nWRONG_PASSWORD\n$/,
  tanstack: /^2\nAda\n$/,
  trpc: /^2\n$/,
};

describeService('docs/client.md', (use) => {
  let folder: string;
  const examples = new Map<string, string>();

  before(async () => {
    folder = await newFolder();
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    await write(use(), { title: 'Ferries', id: 'ferries', tags: ['news'], date: '2026-02-01' });
    await comment(use(), 'ferries', { author: 'Ann', content: 'They leave <at> six.' });
    for (const [name, source] of await examplesIn('docs/client.md')) examples.set(name, source);
  });

  it('has an output for each example', () => {
    expect([...examples.keys()]).to.deep.equal(Object.keys(outputs));
    expect([...examples.values()].every((source) => source.includes('octavo-client'))).to.equal(true);
  });

  for (const [name, output] of Object.entries(outputs)) {
    it(`its example ${name} works`, async () => {
      const source = examples
        .get(name)!
        .replaceAll('https://blog.example', use().url)
        .replaceAll("'octavo-client'", `'${pathToFileURL(join(root, 'client/index.ts')).href}'`);
      await writeFile(join(folder, `${name}.mts`), source);
      const env = { ...process.env, OCTAVO_KEY: use().token };
      const { stdout } = await run(process.execPath, [`${name}.mts`], { cwd: folder, env });
      expect(stdout).to.match(output);
    });
  }

  it('its examples have no type errors', async () => {
    const { compilerOptions } = JSON.parse(await readFile(join(root, 'tsconfig.json'), 'utf8')) as {
      compilerOptions: object;
    };
    const paths = {
      'octavo-client': [join(root, 'client/index.ts')],
      'octavo-client/trpc': [join(root, 'client/api/generated/trpc.ts')],
    };
    for (const [name, source] of examples) await writeFile(join(folder, `${name}.mts`), source);
    const config = { compilerOptions: { ...compilerOptions, types: ['node'], paths }, include: ['*.mts'] };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const compiler = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')));
    const output = await run(
      process.execPath,
      [compiler, '-p', '.', '--noEmit', '--singleThreaded', '--pretty', 'false'],
      {
        cwd: folder,
      },
    ).then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    );
    expect(output).to.equal('');
  });
});
