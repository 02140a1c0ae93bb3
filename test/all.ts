// npm test: everything but the browser, two files at a time, and then the browser, one file after the other. Side by side
// they take longer on two cores: a browser that waits for a page draws it all the same.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';

const BROWSER = 'test/{admin,browser}-*.test.ts';
const mocha = createRequire(import.meta.url).resolve('mocha/bin/mocha.js');

const parts = [['--parallel', '--jobs', '2', '--ignore', BROWSER, 'test/**/*.test.ts'], [BROWSER]];
for (const options of parts) {
  const [code] = (await once(spawn(process.execPath, [mocha, ...options], { stdio: 'inherit' }), 'exit')) as [
    number | null,
  ];
  if (code !== 0) process.exitCode = 1;
}
