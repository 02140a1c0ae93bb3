import { expect } from 'chai';

import { watchDependency } from '../server/storage/dependency.ts';

describe('dependency', () => {
  it('logs one line when it fails and one when it recovers, each time', () => {
    const lines: string[] = [];
    const redis = watchDependency('Redis', {
      error: (_: unknown, text?: unknown) => void lines.push(`error ${String(text)}`),
      info: (text: unknown) => void lines.push(`info ${String(text)}`),
    });
    redis.worked();
    for (let round = 0; round < 2; round++) {
      redis.failed(new Error('refused'), 'start it');
      redis.failed(new Error('refused'));
      expect(redis.isAway()).to.equal(true);
      redis.worked();
      redis.worked();
      expect(redis.isAway()).to.equal(false);
    }
    expect(lines).to.deep.equal([
      'error Redis is away: start it',
      'info Redis is back',
      'error Redis is away: start it',
      'info Redis is back',
    ]);
  });
});
