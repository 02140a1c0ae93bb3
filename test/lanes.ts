// npm test: everything but the browser in one lane, the browser beside it in another. What the second lane prints before
// the first one has ended waits until then.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';

const BROWSER = 'test/{admin,browser}-*.test.ts';
const mocha = createRequire(import.meta.url).resolve('mocha/bin/mocha.js');

function lane(stdout: 'inherit' | 'pipe', ...options: string[]) {
  return spawn(process.execPath, [mocha, ...options], { stdio: ['ignore', stdout, 'inherit'] });
}

const others = lane('inherit', '--parallel', '--jobs', '2', '--ignore', BROWSER, 'test/**/*.test.ts');
const browser = lane('pipe', BROWSER);
const exits = [others, browser].map((child) => once(child, 'exit') as Promise<[number | null]>);

const waiting: Uint8Array[] = [];
let print = (chunk: Uint8Array): void => void waiting.push(chunk);
browser.stdout!.on('data', (chunk: Uint8Array) => print(chunk));
void exits[0]!.then(() => {
  print = (chunk) => void process.stdout.write(chunk);
  waiting.forEach(print);
});

const codes = await Promise.all(exits);
if (codes.some(([code]) => code !== 0)) process.exitCode = 1;
