import { expect } from 'chai';

import { untilDone } from '../server/until-done.ts';

describe('work that must be done in the end', () => {
  it('is tried again until it succeeds, and rejects never', async () => {
    const failures: unknown[] = [];
    const done = Promise.withResolvers<void>();
    let tries = 0;
    const work = untilDone(
      async () => {
        tries += 1;
        if (tries === 1) throw new Error('away');
        done.resolve();
      },
      (error) => failures.push(error),
    );
    await work.run();
    await done.promise;
    expect(tries).to.equal(2);
    expect(failures.map(String)).to.deep.equal(['Error: away']);
  });

  it('is not tried again after a stop', async () => {
    const failures: unknown[] = [];
    const work = untilDone(
      () => Promise.reject(new Error('away')),
      (error) => failures.push(error),
    );
    work.stop();
    await work.run();
    expect(failures).to.deep.equal([]);
  });
});
