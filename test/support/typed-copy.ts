import { execFile } from 'node:child_process';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { newFolder } from './run.ts';

const run = promisify(execFile);
const compiler = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')));
const root = fileURLToPath(new URL('../..', import.meta.url));

/** The files that the types of the client depend on. */
const sources = ['client', 'entities', 'migrations', 'node_modules', 'package.json', 'routers', 'shared'];

/** A copy of the sources in which tests introduce type errors. */
export interface TypedCopy {
  /** Replaces a text in a file, which must occur exactly once. */
  change(file: string, before: string, after: string): Promise<void>;
  /** The errors of the compiler, one line each. Its threads would check the same types several times. */
  compile(): Promise<string[]>;
}

/** @param checked the folder to compile, with its imports */
export async function typedCopy(checked: string): Promise<TypedCopy> {
  const folder = await newFolder();
  for (const name of sources) {
    // A link, because packages are read only and large.
    if (name === 'node_modules') await symlink(join(root, name), join(folder, name));
    else await cp(join(root, name), join(folder, name), { recursive: true });
  }
  await cp(join(root, checked), join(folder, checked), { recursive: true });
  const { compilerOptions } = JSON.parse(await readFile(join(root, 'tsconfig.json'), 'utf8')) as {
    compilerOptions: Record<string, unknown>;
  };
  const config = { compilerOptions: { ...compilerOptions, types: ['node'] }, include: [checked] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  return {
    async change(file, before, after) {
      const source = await readFile(join(folder, file), 'utf8');
      if (!source.includes(before)) throw new Error(`${file} has no ${before}`);
      await writeFile(join(folder, file), source.replace(before, after));
    },
    compile() {
      return run(process.execPath, [compiler, '--noEmit', '--singleThreaded', '--pretty', 'false'], {
        cwd: folder,
      }).then(
        () => [],
        ({ stdout }: { stdout: string }) => stdout.trim().split('\n'),
      );
    },
  };
}
