import { expect } from 'chai';

import { clientArrived, turnsOfArrivals, turnToBegin } from '../server/process/turns.ts';

describe('turns of the event loop', () => {
  it('pass before a transaction while clients connect, and not endlessly', async () => {
    expect(await turnsDuring(turnsOfArrivals, clientArrived)).to.be.within(15, 25);
    expect(await turnsDuring(turnsOfArrivals)).to.be.at.most(3);
  });

  it('let writes that have waited for too long go on together, and all others one by one', async () => {
    const begin = async (within: number) => {
      // Longer than a slice: from then on, writes wait.
      if (turnToBegin(within)) expect.fail('The first write waits.');
      block(15);
      const writes = Array.from({ length: 30 }, () => turnToBegin(within)!);
      block(15);
      await Promise.all(writes);
    };
    expect(await turnsDuring(() => begin(10))).to.be.at.most(5);
    expect(await turnsDuring(() => begin(10_000))).to.be.at.least(30);
  });
});

/** The turns that pass until some work is done. */
async function turnsDuring(work: () => Promise<void>, inEach: () => void = () => undefined): Promise<number> {
  // What the test before has left behind.
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  let turns = 0;
  let next = setImmediate(function count() {
    turns += 1;
    inEach();
    next = setImmediate(count);
  });
  await work();
  clearImmediate(next);
  return turns;
}

function block(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}
