import { expect } from 'chai';

import { timestamp, watchClock } from '../routers/base/clock.ts';
import { createDatabaseClock } from '../server/storage/instances/database-clock.ts';

const NOON = Date.parse('2026-03-01T12:00:00Z');

// docs/scaling.md, One clock
describe('the clock of the database', () => {
  let monotonic: number;
  const begin = () => {
    monotonic = 5000;
    const clock = createDatabaseClock(() => monotonic);
    clock.measured(4990, 5000, NOON);
    return clock;
  };

  it('shows the time in the middle of the question and the answer, in whole milliseconds', () => {
    const clock = begin();
    expect(clock.now()).to.equal(NOON + 5);
    monotonic += 1.7;
    expect(clock.now()).to.equal(NOON + 6);
    expect(timestamp(clock)).to.equal('2026-03-01T12:00:00.006Z');
  });

  it('believes a quick answer more than a slow one', () => {
    const clock = begin();
    monotonic += 400;
    clock.measured(5000, 5400, NOON + 350);
    expect(clock.now()).to.equal(NOON + 405);
    clock.measured(5399, 5400, NOON + 403);
    expect(clock.now()).to.equal(NOON + 405);
    monotonic += 10;
    expect(clock.now()).to.equal(NOON + 413);
  });

  it('never goes back by a few milliseconds', () => {
    const clock = begin();
    const before = clock.now();
    clock.measured(4999, 5000, NOON);
    expect(clock.now()).to.equal(before);
  });

  for (const jump of [-60_000, 60_000]) {
    it(`follows a jump of ${jump} ms, which counts as one of the wall clock`, () => {
      const clock = begin();
      const jumps: number[] = [];
      const check = watchClock(clock, (milliseconds) => jumps.push(milliseconds));
      clock.measured(4990, 5000, NOON + jump);
      check();
      expect(clock.now()).to.equal(NOON + 5 + jump);
      expect(jumps).to.deep.equal([jump]);
    });
  }
});
