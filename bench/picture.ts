// npm run bench:picture: draws bench/results/bench.json as docs/pictures/bench.svg, for the README.
import { readFile, writeFile } from 'node:fs/promises';

import { barChart, type Bar, type Group } from './bar-chart.ts';
import type { BenchData } from './report.ts';
import { resultFile, type Result } from './results.ts';

/**
 * Requests a second of others, measured on the same kind of machine, with one server process on one core and 50
 * connections: Ghost 6 on SQLite, WordPress without a cache in front.
 */
const OTHERS = {
  list: { 'Ghost 6': 100, WordPress: 50 },
  post: { 'Ghost 6': 343, WordPress: 52 },
  comments: { 'Ghost 6': 187, WordPress: 53 },
};
const TITLES = { list: 'A list of ten posts', post: 'One post', comments: 'The comments of a post' };

const { machine, data } = JSON.parse(await readFile(resultFile('bench'), 'utf8')) as Result<BenchData>;
const groups = (['list', 'post', 'comments'] as const).map((what): Group => {
  const own: Bar[] = [
    { name: 'node:http, from memory', value: rate(`bare.${what}`), kind: 'other' },
    { name: 'Octavo', value: rate(`hot.${what}`), kind: 'main' },
    { name: 'Koa, from memory', value: rate(`koa.${what}`), kind: 'other' },
    { name: 'Octavo, cache off', value: rate(`cold.${what}`), kind: 'second' },
  ];
  const others = Object.entries(OTHERS[what]).map(([name, value]): Bar => ({ name, value, kind: 'other' }));
  return { title: TITLES[what], bars: [...own, ...others] };
});
const svg = barChart({
  title: 'Requests a second',
  groups,
  notes: [
    `One server process on one core, 50 connections. ${machine.processor}, Node ${machine.node}, Octavo ${machine.release}, ${machine.date}.`,
    'node:http and Koa hand out the same headers and bytes from memory. Ghost on SQLite and WordPress without a',
    'cache in front were measured on the same kind of machine.',
  ],
});
await writeFile(new URL('../docs/pictures/bench.svg', import.meta.url), svg);

function rate(id: string): number {
  const row = data.rows.find((one) => one.id === id);
  if (!row) throw new Error(`bench.json has no ${id}; run the benchmark again`);
  return row.requestsPerSecond;
}
