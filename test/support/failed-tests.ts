import { writeFileSync } from 'node:fs';

import Mocha, { type MochaOptions, type Runner } from 'mocha';

/** A test that failed, or a whole file if one of its hooks did. */
export interface FailedTest {
  file: string;
  title?: string;
}

/** Mocha's own report, and the failed tests as JSON in the file that the option `into` names. */
export default class FailedTests extends Mocha.reporters.Spec {
  constructor(runner: Runner, options: MochaOptions) {
    super(runner, options);
    const failed: FailedTest[] = [];
    runner.on('fail', (test) => {
      const { file = '' } = test;
      failed.push((test.type as string) === 'hook' ? { file } : { file, title: test.fullTitle() });
    });
    runner.once('end', () => {
      const { into } = options.reporterOptions as { into: string };
      writeFileSync(into, JSON.stringify(failed));
    });
  }
}
