// node test/all.ts [folder…]: the test files of folders, such as `app`, or without one those of `test` itself, three at a
// time. Files with a browser are spread among the others: browsers use more than a core each, while other files often wait.
//
// With --again, at most twenty tests that failed run once more, each alone; only those that fail again count as failed.
// The others are listed as unsteady: each of them is a defect of the test or of the product.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { builtApp } from '../server/site/admin/built.ts';
import type { FailedTest } from './support/failed-tests.ts';

const MOST_AGAIN = 20;
/** Two leave a fourth of two cores idle: tests wait for services, browsers and each other. */
const JOBS = '3';

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
  const named = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
  const folders = named.length > 0 ? named : ['{,contract}'];
  return folders
    .flatMap((name) => {
      const files = globSync(`test/${name}/*.test.ts`).sort();
      if (files.length === 0) throw new Error(`There are no tests in test/${name}.`);
      const browser = files.filter((file) => /\/browser-/.test(file));
      return [browser, files.filter((file) => !browser.includes(file))];
    })
    .flatMap((files) => files.map((file, at) => ({ file, at: (at + 0.5) / files.length })))
    .toSorted((one, other) => one.at - other.at)
    .map(({ file }) => file);
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
