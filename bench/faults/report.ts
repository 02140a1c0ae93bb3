import type { Report } from '../results.ts';
import { figure, table } from '../table.ts';
import type { Found } from './check.ts';
import { KINDS } from './writers.ts';

/** Milliseconds of writing before the process is killed: the least, and the most. */
export const KILL_AFTER_MS = [40, 1540] as const;

/** What was found on one engine. */
export interface EngineData extends Found {
  engine: string;
  /** Faults of the database itself. */
  problems: string[];
  /** The slowest start after a kill, until ready, in milliseconds. */
  slowestStart: number;
}

export function faultsReport(rounds: number, engines: EngineData[]): Report {
  return {
    title: 'Killed while it writes',
    sections: [
      [
        `${rounds} rounds on each engine: the service is started, fourteen writers send posts, comments, comments on pages of other sites, likes,`,
        `imports, changes of posts and bulk changes at once, and after ${KILL_AFTER_MS.join(' to ')} ms the process is killed (SIGKILL). Afterwards everything that was`,
        'acknowledged has to be there, nothing twice, and no import or bulk change by half.',
      ].join('\n'),
      table(
        ['', ...engines.map(({ engine }) => engine)],
        [
          ...KINDS.map((kind) => [
            `${kind}: sent / acknowledged / refused`,
            ...engines.map(({ kinds }) => {
              const { sent, acknowledged, refused } = kinds[kind];
              return [sent, acknowledged, refused].map((count) => count.toLocaleString('en-US')).join(' / ');
            }),
          ]),
          ['acknowledged and lost', ...engines.map(({ lost }) => String(lost))],
          ['done twice', ...engines.map(({ doubled }) => String(doubled))],
          ['done by half', ...engines.map(({ half }) => String(half))],
          ['integrity of the database', ...engines.map(({ problems }) => problems.join('; ') || 'good')],
          ['slowest start after a kill (ms)', ...engines.map(({ slowestStart }) => figure(slowestStart))],
        ],
      ),
    ],
  };
}
