import { setImmediate } from 'node:timers/promises';

import { memoryCounters, type CounterStore } from '../../routers/limits/counters.ts';
import { sharedCounters } from '../../routers/limits/shared-counters.ts';

/** Several processes that count together; messages travel when the test says so. */
export interface Fleet {
  stores: CounterStore[];
  /** Moves the clock of all on, in milliseconds. */
  advance(milliseconds: number): void;
  /** Lets one message or answer arrive, those of one process in their order; false when none is on its way. */
  travel(choice?: number): Promise<boolean>;
  /** How many times the common store was asked. */
  asked(): number;
}

export function createFleet(processes: number): Fleet {
  let now = Date.parse('2026-03-01T12:00:00.000Z');
  let asked = 0;
  const clock = { now: () => now, monotonic: () => now };
  const common = memoryCounters(clock);
  const ways = Array.from({ length: processes }, () => ({ there: [] as Arrival[], back: [] as Arrival[] }));

  const stores = ways.map(({ there, back }) => {
    const send = <T>(work: () => T): Promise<T> => {
      asked += 1;
      return new Promise((resolve) => {
        there.push(() => {
          const answer = work();
          back.push(() => resolve(answer));
        });
      });
    };
    return sharedCounters(
      {
        raise(limit, who, by, endsIn) {
          const endsAt = now + endsIn;
          return send(() => ({ ...common.raiseUntil(limit, who, by, endsAt) }));
        },
        lower: (limit, who) => send(() => common.lower(limit, who)),
      },
      clock,
      processes,
    );
  });

  return {
    stores,
    advance: (milliseconds) => void (now += milliseconds),
    async travel(choice = 0) {
      const waiting = ways.flatMap(({ there, back }) => [there, back]).filter(({ length }) => length > 0);
      waiting[choice % waiting.length]?.shift()?.();
      await setImmediate();
      return waiting.length > 0;
    },
    asked: () => asked,
  };
}

type Arrival = () => void;
