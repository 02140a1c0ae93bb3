import type { Report } from './results.ts';
import { slope } from './statistics.ts';
import { figure, table } from './table.ts';

/** How the server is at one moment. */
export interface Sample {
  /** Since the load began. */
  seconds: number;
  /** MiB. */
  resident: number;
  heap: number;
  /** Of buffers, cached responses above all. */
  external: number;
  /** How late the event loop was, in milliseconds: the 99th percentile and the longest, since the last look. */
  delay: number;
  longestDelay: number;
  /** Requests and answers with 5xx until then. */
  sent: number;
  serverErrors: number;
}

export interface Totals {
  minutes: number;
  /** Requests a second. */
  rate: number;
  /** Of clients. */
  addresses: number;
  sent: number;
  /** Left out, since too many waited for their answers. */
  left: number;
  /** Without an answer. */
  failed: number;
  serverErrors: number;
}

export function soakReport(samples: Sample[], totals: Totals): Report {
  // From the middle: what fills up at first, caches above all, is full by then.
  const half = samples.filter(({ seconds }) => seconds >= totals.minutes * 30);
  const [first, last] = [half[0], half.at(-1)];
  if (!first || !last) throw new Error('nothing was measured');
  const growth = (of: (sample: Sample) => number) => slope(half.map((one) => ({ x: one.seconds / 60, y: of(one) })));
  const { minutes, rate, addresses, sent, left, failed, serverErrors } = totals;
  return {
    title: 'A soak',
    sections: [
      [
        `${minutes} minutes of mixed traffic on 1,000 posts: ${rate} requests a second, of which 85 in 100 read, 10 count a view and`,
        `5 write comments, likes or a changed post, from ${figure(addresses)} addresses in turn, after each post was read once.`,
      ].join('\n'),
      samplesTable(samples),
      [
        `${figure(sent)} requests: ${serverErrors} answered with 5xx, ${failed} not answered, ${left} not sent because too many waited.`,
        `From ${first.seconds} s to the end, resident memory went from ${figure(first.resident)} to ${figure(last.resident)} MiB, the heap from`,
        `${figure(first.heap)} to ${figure(last.heap)}; their slopes (least squares): ${signed(growth((one) => one.resident))} and`,
        `${signed(growth((one) => one.heap))} MiB a minute.`,
      ].join('\n'),
    ],
  };
}

function samplesTable(samples: readonly Sample[]): string {
  const head = ['s', 'resident MiB', 'heap MiB', 'external MiB', 'loop late ms (p99)', 'at most', 'requests', '5xx'];
  const cells = samples.map(({ seconds, resident, heap, external, delay, longestDelay, sent, serverErrors }) => [
    String(seconds),
    ...[resident, heap, external, delay, longestDelay].map(figure),
    figure(sent),
    String(serverErrors),
  ]);
  return table(head, cells);
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`;
}
