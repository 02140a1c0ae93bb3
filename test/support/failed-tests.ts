import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

import Mocha, { type MochaOptions, type Runner } from 'mocha';

/** A test that failed, or a whole file if one of its hooks did. */
export interface FailedTest {
  file: string;
  title?: string;
}

/** How many of the slowest files are listed. */
const SLOWEST = 15;

/** Mocha's own report, the slowest files, and the failed tests as JSON in the file that the option `into` names. */
export default class FailedTests extends Mocha.reporters.Spec {
  constructor(runner: Runner, options: MochaOptions) {
    super(runner, options);
    const failed: FailedTest[] = [];
    runner.on('fail', (test) => {
      const { file = '' } = test;
      failed.push((test.type as string) === 'hook' ? { file } : { file, title: test.fullTitle() });
    });
    const took = new Map<string, number>();
    const add = ({ file = '', duration = 0 }: { file?: string | undefined; duration?: number | undefined }) =>
      took.set(file, (took.get(file) ?? 0) + duration);
    runner.on('test end', add);
    runner.on('hook end', add);
    runner.once('end', () => {
      const slowest = [...took].toSorted(([, one], [, other]) => other - one).slice(0, SLOWEST);
      const lines = slowest.map(([file, ms]) => `    ${(ms / 1000).toFixed(1).padStart(6)} s  ${relative('.', file)}`);
      console.log(`  The slowest files:\n${lines.join('\n')}`);
      const { into } = options.reporterOptions as { into: string };
      writeFileSync(into, JSON.stringify(failed));
    });
  }
}
