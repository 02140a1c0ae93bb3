// node test/all.ts [folder…]: the test files of folders, such as `app`, or without one those of `test` itself, three at a
// time. `node test/all.ts <file or words>` runs files, those with a word in their names, or tests with words in their titles.
// Files with a browser are spread among the others: browsers use more than a core each, while other files often wait.
//
// With --again, at most twenty tests that failed run once more, each alone; only those that fail again count as failed.
// The others are listed as unsteady: each of them is a defect of the test or of the product.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { builtApp } from '../server/site/admin/built.ts';
import type { FailedTest } from './support/failed-tests.ts';

const MOST_AGAIN = 20;
/** Two leave a fourth of two cores idle: tests wait for services, browsers and each other. */
const JOBS = '3';

/** The files that take longest begin first: one that began last would run alone for minutes. */
const LONGEST = ['work-growth', 'browser-static-sites', 'autosave', 'backups', 'instances-clocks', 'live-round-trip'];

const mocha = createRequire(import.meta.url).resolve('mocha/bin/mocha.js');
const folder = mkdtempSync(join(tmpdir(), 'octavo-failed-'));
const into = join(folder, 'failed.json');

/** @returns whether all passed */
async function run(args: string[]): Promise<boolean> {
  const [code] = (await once(spawn(process.execPath, [mocha, ...args], { stdio: 'inherit' }), 'exit')) as [
    number | null,
  ];
  return code === 0;
}

/** The files of the folders: those of each folder, and those with a browser, evenly among the others. */
function spreadFiles(): string[] {
  const folders = named.length > 0 ? named : ['{,contract}'];
  return folders
    .flatMap((name) => {
      const files = globSync(`test/${name}/*.test.ts`).sort();
      if (files.length === 0) throw new Error(`There are no tests in test/${name}.`);
      const browser = files.filter((file) => /\/browser-/.test(file));
      return [browser, files.filter((file) => !browser.includes(file))];
    })
    .flatMap((files) => files.map((file, at) => ({ file, at: (at + 0.5) / files.length })))
    .toSorted((one, other) => placeOf(one.file) - placeOf(other.file) || one.at - other.at)
    .map(({ file }) => file);
}

function placeOf(file: string): number {
  const place = LONGEST.indexOf(basename(file, '.test.ts'));
  return place === -1 ? LONGEST.length : place;
}

/** What words name, by mocha's arguments: files, files with such a name, or else the tests with these words in their titles. */
function argumentsFor(words: readonly string[]): string[] {
  const all = globSync('test/**/*.test.ts').sort();
  const files = words.map((word) => all.filter((file) => file === word || basename(file).includes(word)));
  if (files.every((some) => some.length > 0)) return files.flat();
  const text = words.join(' ');
  const first = text.split(' ').find((word) => word.length > 3) ?? text;
  const having = all.filter((file) => readFileSync(file, 'utf8').includes(first));
  if (having.length === 0) throw new Error(`No test has "${text}" in its file name or title.`);
  return ['--fgrep', text, ...having];
}

/** Runs failed tests once more. @returns whether all of them passed */
async function runAgain(failed: readonly FailedTest[]): Promise<boolean> {
  const unsteady: FailedTest[] = [];
  for (const test of failed) {
    if (await run([test.file, ...(test.title === undefined ? [] : ['--fgrep', test.title])])) unsteady.push(test);
  }
  console.log(`  ${failed.length} run again`);
  for (const { file, title = 'a hook' } of unsteady) console.log(`  !!! UNSTEADY: ${title} (${file}) !!!`);
  return unsteady.length === failed.length;
}

const named = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const isFolder = (name: string) => existsSync(`test/${name}`) && statSync(`test/${name}`).isDirectory();
if (named.some((name) => !isFolder(name))) process.exit((await run(argumentsFor(named))) ? 0 : 1);

try {
  // Beside other tests on a busy machine, its low priority makes the build take longer than a hook may.
  await builtApp();
  const reporter = ['--reporter', 'test/support/failed-tests.ts', '--reporter-option', `into=${into}`];
  let passed = await run(['--parallel', '--jobs', JOBS, ...reporter, ...spreadFiles()]);
  if (!passed && process.argv.includes('--again')) {
    const failed = JSON.parse(readFileSync(into, 'utf8')) as FailedTest[];
    passed = failed.length > 0 && failed.length <= MOST_AGAIN && (await runAgain(failed));
  }
  process.exitCode = passed ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
