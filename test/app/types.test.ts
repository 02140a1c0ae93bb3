import { expect } from 'chai';

import { typedCopy, type TypedCopy } from '../support/typed-copy.ts';

describe("the types of the administrator's app", function () {
  this.timeout(120_000);
  let copy: TypedCopy;
  before(async () => {
    copy = await typedCopy('client/admin');
  });

  it('compile on their own', async () => {
    expect(await copy.compile()).to.deep.equal([]);
  });

  it('break the compilation when a generated type has a different field', async () => {
    await copy.change('client/api/generated/trpc.ts', '  hasWorkingCopy: 0 | 1;', '  hasDraft: 0 | 1;');
    await copy.change('client/api/generated/trpc.ts', '  timeZone: string;', '  zone: string;');
    const errors = await copy.compile();
    const inPosts = errors.filter((line) => line.startsWith('client/admin/posts/')).join('\n');
    expect(inPosts).to.include('hasWorkingCopy');
    const inSettings = errors.filter((line) => line.startsWith('client/admin/')).join('\n');
    expect(inSettings).to.include('timeZone');
  });
});
