import { expect } from 'chai';

import { keepTrying } from '../server/process/persistent-work.ts';

describe('keepTrying', () => {
  it('retries until it succeeds, and never rejects', async () => {
    const failures: unknown[] = [];
    const done = Promise.withResolvers<void>();
    let tries = 0;
    const work = keepTrying(
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

  it('does not retry after a stop', async () => {
    const failures: unknown[] = [];
    const work = keepTrying(
      () => Promise.reject(new Error('away')),
      (error) => failures.push(error),
    );
    work.stop();
    await work.run();
    expect(failures).to.deep.equal([]);
  });
});
