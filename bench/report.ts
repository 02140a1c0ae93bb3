import type { Case } from './cases.ts';
import { CONNECTIONS, type Measured } from './load.ts';
import type { Report } from './results.ts';
import { median } from './statistics.ts';
import { figure, table } from './table.ts';

export interface Benched {
  cases: readonly Case[];
  /** The runs of each case, one a round. */
  measured: ReadonlyMap<string, readonly Measured[]>;
  /** Milliseconds. */
  starts: readonly number[];
  /** MiB. */
  memory: { atRest: number; afterLoad: number; highest: number };
  /** How long each run was measured. */
  seconds: number;
}

/** One row, in medians over the rounds. */
export interface Row extends Omit<Measured, 'requests' | 'unexpected'> {
  id: string;
  name: string;
  /** Requests a second as a share of those of the bare server in the same round. */
  ofBare: number | null;
  /** The same share by the processor time of one request, which the load program cannot hold back. */
  ofBareByProcessor: number | null;
  ofRaw: number | null;
}

/** @returns also the rows of its table, and how many requests were not answered as expected */
export function benchReport(benched: Benched): Report & { rows: Row[]; unexpected: number } {
  const { cases, measured, starts, memory } = benched;
  const rows = cases.map((one) => rowOf(one, measured));
  const runs = [...measured.values()].flat();
  const requests = sum(runs.map((run) => run.requests));
  const unexpected = sum(runs.map((run) => run.unexpected));
  return {
    title: 'What a request costs',
    sections: [
      explanation(benched),
      rowsTable(rows),
      `Of ${figure(requests)} requests ${unexpected === 0 ? 'none' : figure(unexpected)} got another status than expected, or no answer.`,
      startTable(starts, memory),
    ],
    rows,
    unexpected,
  };
}

function explanation({ measured, seconds }: Benched): string {
  const rounds = Math.max(...[...measured.values()].map((runs) => runs.length));
  return [
    `Each server is one process; ${CONNECTIONS} connections, ${seconds} s a run, ${rounds} rounds through all cases, medians. 1,000 posts, 10,000 comments;`,
    'the post has 20 of them. "node:http, from memory" hands out the very status, headers and bytes that Octavo answered.',
    '"of node:http" compares requests a second of the same round, "by processor" the processor time of one request: where',
    'the load program is as busy as the server, only the latter tells what the server could do.',
  ].join('\n');
}

function rowOf({ id, name, bare, raw }: Case, measured: Benched['measured']): Row {
  const runs = measured.get(id) ?? [];
  const middle = (pick: (run: Measured) => number) => median(runs.map(pick));
  const share = (other: string | undefined, pick: (own: Measured, base: Measured) => number) => {
    const bases = other === undefined ? undefined : measured.get(other);
    return bases ? median(runs.map((run, round) => pick(run, bases[round]!))) : null;
  };
  const inRequests = (own: Measured, base: Measured) => own.requestsPerSecond / base.requestsPerSecond;
  return {
    id,
    name,
    requestsPerSecond: middle((run) => run.requestsPerSecond),
    p50: middle((run) => run.p50),
    p99: middle((run) => run.p99),
    processor: middle((run) => run.processor),
    busy: middle((run) => run.busy),
    loadBusy: middle((run) => run.loadBusy),
    ofBare: share(bare, inRequests),
    ofBareByProcessor: share(bare, (own, base) => base.processor / own.processor),
    ofRaw: share(raw, inRequests),
  };
}

function rowsTable(rows: readonly Row[]): string {
  const head = ['', 'requests/s', 'p50 ms', 'p99 ms', 'µs of processor', 'server busy', 'load busy'];
  const ratios = ['of node:http', 'by processor', 'of better-sqlite3'];
  const cells = rows.map((row) => [
    row.name,
    ...[row.requestsPerSecond, row.p50, row.p99, row.processor].map(figure),
    ...[row.busy, row.loadBusy].map((share) => (Number.isNaN(share) ? '–' : `${Math.round(share * 100)} %`)),
    ...[row.ofBare, row.ofBareByProcessor, row.ofRaw].map((share) => share?.toFixed(2) ?? ''),
  ]);
  return table([...head, ...ratios], cells);
}

function startTable(starts: readonly number[], { atRest, afterLoad, highest }: Benched['memory']): string {
  return table(
    ['Octavo, 1,000 posts', 'median'],
    [
      [`ready after (ms, ${starts.length} starts)`, figure(median(starts))],
      ['resident memory at rest (MiB)', figure(atRest)],
      ['resident memory after the load (MiB)', figure(afterLoad)],
      ['resident memory at its highest (MiB)', figure(highest)],
    ],
  );
}

function sum(figures: readonly number[]): number {
  return figures.reduce((total, one) => total + one, 0);
}
