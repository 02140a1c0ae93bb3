import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';

import { newFolder } from './support/run.ts';
import { until } from './support/until.ts';

/** Writes a part of a file, and then waits for ever. */
const PROGRAM = `
  import { appendFile, writeFile } from 'node:fs/promises';
  import { withTemporary } from '${new URL('../client/cli/temporary.ts', import.meta.url).href}';
  setInterval(() => {}, 1000);
  await withTemporary(process.argv[1], async (temporary) => {
    await writeFile(temporary, 'a part');
    await new Promise(() => {});
  });
`;

describe('a file that a command writes', () => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    it(`leaves nothing when ${signal} ends the command`, async () => {
      const folder = await newFolder();
      await writeFile(join(folder, 'other.zip'), '');
      const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, join(folder, 'blog.zip')]);
      const ended = once(child, 'exit');
      await until(async () => (await readdir(folder)).length === 2);
      child.kill(signal);
      expect(await ended).to.deep.equal([null, signal]);
      expect(await readdir(folder)).to.deep.equal(['other.zip']);
    });
  }
});
