import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { runFolder } from './run.ts';

/**
 * Skips a test, or in a hook its suite, on a machine that lacks something. The end of the run lists the reasons.
 *
 * @param reason such as `there is no redis-server`
 * @param options `optional` for things that .ci/run cannot install, such as sample data; .ci/run accepts these
 */
export function skip(test: Mocha.Context, reason: string, { optional = false } = {}): never {
  const title = (test.currentTest ?? test.test)?.titlePath().slice(0, -1).join(' ') ?? '';
  appendFileSync(skips(), `${optional ? 'NOT RUN HERE' : 'SKIPPED'}, ${reason}: \t${title}\n`);
  return test.skip();
}

/** Prints what was skipped, with each reason once. */
export function reportSkips(): void {
  const lines = readFileSync(skips(), { encoding: 'utf8', flag: 'a+' }).split('\n').filter(Boolean);
  const pairs = lines.map((line) => line.split('\t') as [reason: string, title: string]);
  for (const [reason, own] of Map.groupBy(pairs, ([reason]) => reason)) {
    console.warn(`  !!! ${reason}${[...new Set(own.map(([, title]) => title))].join('; ')} !!!`);
  }
}

function skips(): string {
  return join(runFolder(), 'skips');
}
