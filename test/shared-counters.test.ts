import { expect } from 'chai';
import fc from 'fast-check';

import type { Count } from '../routers/limits/counters.ts';
import { sharedCounters } from '../routers/limits/shared-counters.ts';
import { WINDOW } from '../routers/limits/table.ts';
import { createFleet, type Fleet } from './support/fleet.ts';

/** What happens next: a process counts one, a message arrives, or time goes by. */
interface Step {
  kind: 'count' | 'travel' | 'wait';
  choice: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('count', 'count', 'travel', 'travel', 'wait'),
  choice: fc.nat(1000),
});

const steps = fc.array(step, { maxLength: 30 });
const runs = { numRuns: 20 };

/** Counts reads of one visitor, and notes which of them pass. */
function visit({ stores }: Fleet, max: number) {
  const passed = { count: 0, waiting: 0 };
  const note = ({ count }: Count) => void (passed.count += count <= max ? 1 : 0);
  return {
    passed,
    read(choice: number): void {
      const counted = stores[choice % stores.length]?.raise('read', '192.0.2.1', 1, max);
      if (!(counted instanceof Promise)) return note(counted!);
      passed.waiting += 1;
      void counted.then(note).finally(() => (passed.waiting -= 1));
    },
  };
}

/** Twice the figure and more are read within half a window, in the order that the steps give, over and over. */
async function exhaust(fleet: Fleet, max: number, order: Step[]): Promise<number> {
  const { passed, read } = visit(fleet, max);
  let left = 2 * max + 20;
  let time = WINDOW / 2;
  const act = {
    count: (choice: number) => left-- > 0 && read(choice + left),
    travel: (choice: number) => fleet.travel(choice),
    wait: () => time-- > 0 && fleet.advance(1),
  };
  while (left > 0) {
    for (const { kind, choice } of order) await act[kind](choice);
    read(Math.max(0, left--));
  }
  while (await fleet.travel());
  expect(passed.waiting).to.equal(0);
  return passed.count;
}

describe('shared counters', () => {
  for (const max of [240, 600, 120, 60, 30, 20]) {
    it(`let at least ${max} and a tenth more at most pass over 1 to 10 processes, in each window anew`, async function () {
      this.timeout(60_000);
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 10 }), steps, steps, async (processes, first, second) => {
          const fleet = createFleet(processes);
          expect(await exhaust(fleet, max, first)).to.be.within(max, max * 1.1);
          fleet.advance(WINDOW);
          expect(await exhaust(fleet, max, second)).to.be.within(max, max * 1.1);
        }),
        runs,
      );
    });
  }

  it('what arrives after the window takes no more than its own place in the next', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 10 }), steps, async (processes, order) => {
        const fleet = createFleet(processes);
        const late = visit(fleet, 240);
        for (let at = 0; at < processes; at++) late.read(at);
        while (await fleet.travel());
        for (let at = 0; at < 100; at++) late.read(at);
        fleet.advance(WINDOW);
        const before = late.passed.count;
        const passed = await exhaust(fleet, 240, order);
        expect(passed + late.passed.count - before).to.be.within(240, 264);
      }),
      runs,
    );
  });

  it('a window ends for all when it ends for the first', async () => {
    const fleet = createFleet(2);
    const [first, second] = fleet.stores;
    const opened = first!.raise('read', '192.0.2.1', 1, 240) as Count;
    while (await fleet.travel());
    fleet.advance(40_000);
    void second!.raise('read', '192.0.2.1', 1, 240);
    while (await fleet.travel());
    expect(second!.raise('read', '192.0.2.1', 1, 240)).to.deep.equal({ count: 3, endsAt: opened.endsAt });
    fleet.advance(20_000);
    for (const store of fleet.stores) expect(store.raise('read', '192.0.2.1', 1, 240)).to.include({ count: 1 });
  });

  it('asks once for a chunk while the figure is far, and each time where a tenth is less than one for each', async () => {
    const fleet = createFleet(2);
    const { read } = visit(fleet, 240);
    for (let time = 0; time < 120; time++) {
      read(0);
      while (await fleet.travel());
    }
    expect(fleet.asked()).to.equal(10); // the first, and each twelfth after it
    expect(fleet.stores[0]!.raise('likes', '192.0.2.1', 1, 10)).to.be.an.instanceOf(Promise);
    expect(fleet.stores[0]!.raise('likes', '192.0.2.1')).to.be.an.instanceOf(Promise);
  });

  it('takes back from the common count', async () => {
    const fleet = createFleet(2);
    const [first, second] = fleet.stores;
    void first!.raise('comments', '192.0.2.1', 1, 10);
    void first!.lower('comments', '192.0.2.1');
    const counted = second!.raise('comments', '192.0.2.1', 1, 10);
    while (await fleet.travel());
    expect(await counted).to.include({ count: 1 });
  });

  it('tells a failure to whoever waits, and goes on counting what passed at once', async () => {
    let away = true;
    const told: number[] = [];
    const remote = {
      async raise(_limit: string, _who: string, by: number, endsIn: number) {
        if (away) throw new Error('away');
        told.push(by);
        return { count: by, endsAt: endsIn };
      },
      lower: async () => undefined,
    };
    const store = sharedCounters(remote, { now: () => 0, monotonic: () => 0 }, 10);
    const raise = async () => store.raise('read', '192.0.2.1', 1, 240);
    expect(await raise()).to.include({ count: 1 });
    for (let time = 0; time < 3; time++) {
      const failure = await raise().catch((error: unknown) => error);
      expect(failure).to.be.an('error').with.property('message', 'away');
    }
    away = false;
    expect(await raise()).to.include({ count: 2 });
    expect(told).to.deep.equal([2]);
  });
});
