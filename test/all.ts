// node test/all.ts [folder]: the test files of a folder, such as `app`, or without one those of `test` itself, two at a
// time. `browser-*` files are spread among the others: two browsers use more than two cores, while two other files often wait.
//
// With --again, at most twenty tests that failed run once more, each alone; only those that fail again count as failed.
// The others are listed as unsteady: each of them is a defect of the test or of the product.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { FailedTest } from './support/failed-tests.ts';

const MOST_AGAIN = 20;

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

function spreadFiles(): string[] {
  const folder = process.argv.slice(2).find((arg) => !arg.startsWith('--')) ?? '{,contract}';
  const files = globSync(`test/${folder}/*.test.ts`).sort();
  if (files.length === 0) throw new Error(`There are no tests in test/${folder}.`);
  const usesBrowser = (file: string) => /\/browser-/.test(file);
  const browser = files.filter(usesBrowser);
  const others = files.filter((file) => !usesBrowser(file));
  /** The number of browser files before this number of others. */
  const before = (count: number) => Math.ceil((count * browser.length) / others.length);
  return others.flatMap((file, at) => [...browser.slice(before(at), before(at + 1)), file]);
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
  const reporter = ['--reporter', 'test/support/failed-tests.ts', '--reporter-option', `into=${into}`];
  let passed = await run(['--parallel', '--jobs', '2', ...reporter, ...spreadFiles()]);
  if (!passed && process.argv.includes('--again')) {
    const failed = JSON.parse(readFileSync(into, 'utf8')) as FailedTest[];
    passed = failed.length > 0 && failed.length <= MOST_AGAIN && (await runAgain(failed));
  }
  process.exitCode = passed ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
