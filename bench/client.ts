// npm run bench:client -- [--runs <n>] [--trial]: what the typed client costs a project, beside those of other systems.
import { execFile } from 'node:child_process';
import { glob, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

import { build } from 'esbuild';

import { inWorkshop } from './processes.ts';
import { publish } from './results.ts';
import { median } from './statistics.ts';
import { figure, table } from './table.ts';

const run = promisify(execFile);

const { runs, trial } = parseArgs({
  options: { runs: { type: 'string', default: '15' }, trial: { type: 'boolean', default: false } },
}).values;

/** A program that lists the titles of posts, or what the system has in their place. */
const programs: Record<string, string> = {
  'octavo-client': `import { createBlogClient } from 'octavo-client';
    const client = createBlogClient({ url: 'https://blog.example' });
    export const titles = async (): Promise<string[]> => (await client.posts.list()).posts.map(({ title }) => title);`,
  pocketbase: `import PocketBase from 'pocketbase';
    const client = new PocketBase('https://blog.example');
    export const titles = async (): Promise<string[]> =>
      (await client.collection<{ title: string }>('posts').getList(1, 10)).items.map(({ title }) => title);`,
  '@directus/sdk': `import { createDirectus, readItems, rest } from '@directus/sdk';
    const client = createDirectus<{ posts: { title: string }[] }>('https://blog.example').with(rest());
    export const titles = async (): Promise<string[]> =>
      (await client.request(readItems('posts', { fields: ['title'] }))).map(({ title }) => title);`,
  '@tryghost/content-api': `import GhostContentAPI from '@tryghost/content-api';
    const client = new GhostContentAPI({ url: 'https://blog.example', key: 'key', version: 'v5.0' });
    export const titles = async (): Promise<string[]> =>
      (await client.posts.browse()).map(({ title }: { title: string }) => title);`,
};
const EMPTY = 'an empty project';

interface Row {
  name: string;
  version: string;
  packages: number;
  megabytes: number;
  gzip: number;
  /** Seconds of processor time of each run. */
  seconds: number[];
  typeErrors: number;
}

await inWorkshop(async (folder) => {
  const octavo = await packed(folder);
  const rows: Row[] = [];
  for (const [name, source] of Object.entries(programs)) {
    rows.push(await installed(folder, name, name === 'octavo-client' ? octavo : name, source));
  }
  await project(folder, EMPTY, 'export const titles: string[] = [];');
  const empty: number[] = [];
  // In turn: whatever else the machine does falls upon all of them. The first run finds the files cold.
  for (let at = 0; at <= Number(runs); at++) {
    const time = await compile(folder, EMPTY);
    if (at > 0) empty.push(time.seconds);
    for (const row of rows) {
      const { seconds, errors } = await compile(folder, row.name);
      row.typeErrors = errors;
      if (at > 0) row.seconds.push(seconds);
    }
  }
  const cells = rows.map((row) => [
    `${row.name} ${row.version}`,
    String(row.packages),
    figure(row.megabytes),
    figure(row.gzip / 1000),
    figure(median(row.seconds)),
    figure(median(row.seconds) / median(empty)),
    String(row.typeErrors),
  ]);
  await publish(
    'client',
    {
      title: 'The typed client beside others',
      sections: [
        'Each is installed from its package into an empty folder. gzip: everything that it exports, in a bundle for browsers. ' +
          `tsc: a strict project with \`skipLibCheck: false\` and without \`@types/node\` that lists posts, processor time, the median of ${runs} runs in turn; ` +
          `an empty project takes ${figure(median(empty))} s.`,
        table(['client', 'packages', 'MB', 'gzip KB', 'tsc s', 'of an empty project', 'type errors'], cells),
      ],
    },
    { keep: !trial },
  );
});

/** The packed client; npm installs its file. */
async function packed(folder: string): Promise<string> {
  await run(process.execPath, [
    fileURLToPath(new URL('../bin/build-client.ts', import.meta.url)),
    join(folder, 'package'),
  ]);
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder, join(folder, 'package')]);
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  return join(folder, filename);
}

/** Makes a project with a client in it. */
async function installed(folder: string, name: string, spec: string, source: string): Promise<Row> {
  const inside = await project(folder, name, source);
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', spec], { cwd: inside });
  const lock = JSON.parse(await readFile(join(inside, 'node_modules/.package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string }>;
  };
  const { outputFiles } = await build({
    stdin: { contents: `export * from '${name}';\nexport { default } from '${name}';`, resolveDir: inside },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    logLevel: 'silent',
  }).catch(() =>
    build({
      stdin: { contents: `export * from '${name}';`, resolveDir: inside },
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      write: false,
    }),
  );
  return {
    name,
    version: lock.packages[`node_modules/${name}`]!.version,
    packages: Object.keys(lock.packages).length,
    megabytes: (await bytesIn(join(inside, 'node_modules'))) / 1e6,
    gzip: gzipSync(outputFiles[0]!.contents).length,
    seconds: [],
    typeErrors: 0,
  };
}

async function project(folder: string, name: string, source: string): Promise<string> {
  const inside = inFolder(folder, name);
  await mkdir(inside);
  const compilerOptions = {
    strict: true,
    skipLibCheck: false,
    noEmit: true,
    types: [],
    target: 'es2022',
    lib: ['es2022', 'dom'],
    module: 'esnext',
    moduleResolution: 'bundler',
  };
  await writeFile(join(inside, 'package.json'), '{ "private": true, "type": "module" }');
  await writeFile(join(inside, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  await writeFile(join(inside, 'program.ts'), source);
  return inside;
}

function inFolder(folder: string, name: string): string {
  return join(folder, name.replaceAll(/\W+/g, '-'));
}

async function bytesIn(folder: string): Promise<number> {
  let sum = 0;
  for await (const file of glob('**/*', { cwd: folder })) {
    const { size, isFile } = await stat(join(folder, file)).then((entry) => ({
      size: entry.size,
      isFile: entry.isFile(),
    }));
    if (isFile) sum += size;
  }
  return sum;
}

/** Type-checks a project. The shell tells the processor time of its children. */
async function compile(folder: string, name: string): Promise<{ seconds: number; errors: number }> {
  const compiler = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')));
  const args = ['-c', '"$0" "$@"; times', process.execPath, compiler, '--pretty', 'false'];
  const { stdout } = await run('sh', args, { cwd: inFolder(folder, name) });
  const times = stdout.trimEnd().split('\n').at(-1) ?? '';
  const seconds = [...times.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, m, s]) => sum + Number(m) * 60 + Number(s),
    0,
  );
  return { seconds, errors: stdout.match(/error TS/g)?.length ?? 0 };
}
