// npm run build:client: creates the package octavo-client in dist/octavo-client, or in the given folder.
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build, type Format } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = resolve(process.argv[2] ?? join(root, 'dist/octavo-client'));

rmSync(folder, { recursive: true, force: true });
mkdirSync(join(folder, 'types'), { recursive: true });
await writeScripts();
writeDeclarations();
writeManifest();
for (const file of ['LICENSE', 'client/README.md']) cpSync(join(root, file), join(folder, basename(file)));

/** One file for `import` and one for `require`. `./trpc` has types only. */
async function writeScripts(): Promise<void> {
  const formats: [Format, string][] = [
    ['esm', 'js'],
    ['cjs', 'cjs'],
  ];
  for (const [format, extension] of formats) {
    await build({
      absWorkingDir: root,
      entryPoints: ['client/index.ts'],
      outfile: join(folder, `index.${extension}`),
      bundle: true,
      format,
      target: 'es2022',
      platform: 'neutral',
    });
    writeFileSync(join(folder, `trpc.${extension}`), format === 'esm' ? 'export {};\n' : '');
  }
}

/** The declarations twice, because TypeScript treats a `.d.ts` file of this package as an ES module. */
function writeDeclarations(): void {
  const emitted = mkdtempSync(join(tmpdir(), 'octavo-client-'));
  const compiler = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')));
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.build.json'), 'utf8')) as {
    compilerOptions: object;
  };
  const config = join(emitted, 'tsconfig.json');
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions: { ...compilerOptions, rootDir: root, outDir: emitted, emitDeclarationOnly: true, types: [] },
      include: [],
      files: ['client/index.ts', 'client/api/generated/trpc.ts'].map((file) => join(root, file)),
    }),
  );
  execFileSync(process.execPath, [compiler, '--singleThreaded', '-p', config], { stdio: 'inherit' });
  for (const file of globSync('{client,shared}/**/*.d.ts', { cwd: emitted })) {
    const text = readFileSync(join(emitted, file), 'utf8');
    for (const extension of ['js', 'cjs']) {
      const target = join(folder, 'types', file.replace(/\.ts$/, extension === 'js' ? '.ts' : '.cts'));
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, text.replaceAll(/(from '\.[^']*)\.(?:ts|js)'/g, `$1.${extension}'`));
    }
  }
  rmSync(emitted, { recursive: true });
}

/**
 * package.json without the fields for the sources. `sideEffects` is set here, because bundlers would apply it to every
 * file below client/, and the scripts and styles of the app and the site have side effects.
 */
function writeManifest(): void {
  const { private: _, ...manifest } = JSON.parse(readFileSync(join(root, 'client/package.json'), 'utf8')) as {
    private: true;
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...manifest, sideEffects: false }, null, 2)}\n`);
}
