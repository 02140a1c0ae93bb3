import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { expect } from 'chai';

import { newFolder } from '../support/run.ts';

import { typedCopy, type TypedCopy } from '../support/typed-copy.ts';

const run = promisify(execFile);
const consumer = 'test/support/consumer';

describe('client types', () => {
  let copy: TypedCopy;
  before(async () => {
    copy = await typedCopy(consumer);
  });

  it('compile in a consumer, and report its mistakes', async () => {
    expect(await copy.compile()).to.deep.equal([]);
  });

  it('break the compilation as soon as the service changes', async () => {
    await copy.change('shared/post-fields.ts', '  excerpt: {', '  teaser: {');
    await copy.change('routers/posts/schemas.ts', '  tag: tag.meta(', '  label: tag.meta(');
    await copy.change('routers/comments/router.ts', '  submit: publicWrite', '  write: publicWrite');
    await copy.change('routers/settings/router.ts', '  site: publicRead', '  about: publicRead');
    const errors = await copy.compile();
    // Inputs and outputs, those of tRPC clients, the table of procedures, and the messages of the stream.
    const unequal = errors.filter((line) => /equal\.ts.*'true' is not assignable to type 'false'/.test(line));
    expect(unequal, errors.join('\n')).to.have.length(6);
  });

  it('are those that the generator derives from the router', async () => {
    const folder = await newFolder();
    await run(process.execPath, ['bin/client-types.ts', folder]);
    for (const file of ['trpc.ts', 'procedures.ts']) {
      const [made, kept] = await Promise.all(
        [folder, 'client/api/generated'].map((at) => readFile(join(at, file), 'utf8')),
      );
      expect(kept === made, `${file}: run "npm run openapi"`).to.equal(true);
    }
  });

  it('contain no type that JSON lacks, and no unknown', async () => {
    const types = await readFile('client/api/generated/trpc.ts', 'utf8');
    const [data] = types.split('/** An error as tRPC clients receive it. */');
    expect(data).to.not.match(/\b(?:Date|Map|Set|bigint|unknown|any)\b(?=[;[\] |])(?!.*\*\/)/);
  });
});
