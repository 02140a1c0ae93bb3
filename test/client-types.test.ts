import { expect } from 'chai';

import { typedCopy, type TypedCopy } from './support/typed-copy.ts';

const consumer = 'test/support/consumer';

describe('client types', () => {
  let copy: TypedCopy;
  before(async () => {
    copy = await typedCopy(consumer);
  });

  it('let a consumer compile, and catch its slips', async () => {
    expect(await copy.compile()).to.deep.equal([]);
  });

  it('break the compile as soon as the service changes', async () => {
    await copy.change('shared/post-fields.ts', '  excerpt: {', '  teaser: {');
    await copy.change('routers/posts/schemas.ts', '  tag: tag.meta(', '  label: tag.meta(');
    await copy.change('routers/comments/router.ts', '  submit: publicWrite', '  write: publicWrite');
    await copy.change('routers/settings/router.ts', '  site: publicRead', '  about: publicRead');
    const errors = await copy.compile();
    const inConsumer = errors.filter((line) => line.startsWith(consumer)).join('\n');
    expect(inConsumer).to.include("Property 'excerpt' does not exist");
    expect(inConsumer).to.include("'tag' does not exist in type");
    expect(inConsumer).to.include("Property 'submit' does not exist");
    const inTable = errors.filter((line) => line.startsWith('client/procedures.ts')).join('\n');
    expect(inTable, 'the table of procedures')
      .to.include("'site' does not exist")
      .and.to.include("'submit' does not exist");
  });
});
