import type { GrowthCase } from './growth-cases.ts';
import type { Report } from './results.ts';
import type { Seeded } from './seed.ts';
import { median } from './statistics.ts';
import { figure, table } from './table.ts';

/** What was measured on a blog of one size. */
export interface Blog {
  seeded: Seeded;
  /** From process start to `/readyz`, in milliseconds. */
  starts: number[];
  /** In milliseconds, by the name of the case. */
  latencies: Map<string, number[]>;
}

/** A row: medians in milliseconds, one a size, null where it was not asked for; factors against the smallest. */
interface Row {
  name: string;
  milliseconds: (number | null)[];
  factors: (number | null)[];
}

export function growthReport(cases: readonly GrowthCase[], blogs: readonly Blog[]): Report {
  const rows = [
    ...cases.map(({ name }) =>
      rowOf(
        name,
        blogs.map(({ latencies }) => latencies.get(name) ?? []),
      ),
    ),
    rowOf(
      'Start until ready',
      blogs.map(({ starts }) => starts),
    ),
  ];
  const sizes = blogs.map(({ seeded }) => seeded);
  return {
    title: 'How it grows',
    sections: [
      [
        'Milliseconds, medians of requests made one after the other over one connection, and how many times as long as on',
        'the smallest blog. "cached": the server as it starts; "written" and "changed" as well. Everything else: the same',
        'with its cache off, so that every answer is computed.',
      ].join('\n'),
      rowsTable(rows, sizes),
      sizesTable(sizes),
    ],
  };
}

function rowOf(name: string, figures: number[][]): Row {
  const milliseconds = figures.map((some) => (some.length > 0 ? median(some) : null));
  const [first = null] = milliseconds;
  return {
    name,
    milliseconds,
    factors: milliseconds.map((one) => (one === null || first === null ? null : one / first)),
  };
}

function rowsTable(rows: readonly Row[], sizes: readonly Seeded[]): string {
  const [smallest, ...larger] = sizes.map(({ posts }) => `${posts.toLocaleString('en-US')} posts`);
  const cells = rows.map(({ name, milliseconds, factors }) => [
    name,
    figure(milliseconds[0] ?? undefined),
    ...larger.flatMap((_, at) => [figure(milliseconds[at + 1] ?? undefined), times(factors[at + 1] ?? null)]),
  ]);
  return table(['', smallest ?? '', ...larger.flatMap((size) => [size, '×'])], cells);
}

function sizesTable(sizes: readonly Seeded[]): string {
  const cells = sizes.map(({ posts, comments, mebibytes, seconds }) => [
    posts.toLocaleString('en-US'),
    comments.toLocaleString('en-US'),
    figure(mebibytes),
    figure(seconds),
  ]);
  return table(['Posts', 'comments', 'database in MiB', 'made in s'], cells);
}

function times(factor: number | null): string {
  return factor === null ? '–' : factor.toFixed(2);
}
