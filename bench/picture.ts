import { barChart, type Bar, type Group } from './bar-chart.ts';
import { describeMachine } from './machine.ts';
import type { Row } from './report.ts';

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

/** Draws the figures of `npm run bench` for the README, as SVG. */
export function benchPicture(rows: readonly Row[]): string {
  const { processor, node, release, date } = describeMachine();
  return barChart({
    title: 'Requests a second',
    groups: (['list', 'post', 'comments'] as const).map((what) => groupOf(rows, what)),
    notes: [
      `One server process on one core, 50 connections. ${processor}, Node ${node}, Octavo ${release}, ${date}.`,
      'node:http and Koa hand out the same headers and bytes from memory. Ghost on SQLite and WordPress without a',
      'cache in front were measured on the same kind of machine.',
    ],
  });
}

function groupOf(rows: readonly Row[], what: keyof typeof TITLES): Group {
  const rate = (id: string) => rows.find((row) => row.id === id)!.requestsPerSecond;
  const own: Bar[] = [
    { name: 'node:http, from memory', value: rate(`bare.${what}`), kind: 'other' },
    { name: 'Octavo', value: rate(`hot.${what}`), kind: 'main' },
    { name: 'Koa, from memory', value: rate(`koa.${what}`), kind: 'other' },
    { name: 'Octavo, cache off', value: rate(`cold.${what}`), kind: 'second' },
  ];
  const others = Object.entries(OTHERS[what]).map(([name, value]): Bar => ({ name, value, kind: 'other' }));
  return { title: TITLES[what], bars: [...own, ...others] };
}
