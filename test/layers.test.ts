import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { newFolder } from './support/run.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));

/** Statements in a file of a folder that lint must reject or accept. */
const forbidden: readonly [file: string, statement: string][] = [
  ['shared/a.ts', "export * from '../routers/base/text.ts';"],
  ['shared/b.ts', "export type { Post } from '../entities/post.ts';"],
  ['shared/c.ts', "export * from 'zod';"],
  ['shared/d.ts', "export * from 'node:fs';"],
  ['entities/a.ts', "export * from '../routers/base/text.ts';"],
  ['entities/b.ts', "export type { Route } from '../server/http/procedure-routes.ts';"],
  ['migrations/a.ts', "export * from '../routers/base/text.ts';"],
  ['migrations/b/c.ts', "export * from '../../entities/post.ts';"],
  ['migrations/d.ts', "export * from '../shared/lengths.ts';"],
  ['routers/posts/a.ts', "export * from '../../server/log.ts';"],
  ['routers/posts/b.ts', "export type { BlogClient } from '../../client/index.ts';"],
  ['routers/posts/c.ts', "export const lazy = () => import('../../server/log.ts');"],
  ['server/a.ts', "export * from '../client/api/decrypt-post.ts';"],
  ['server/site/pages/b.ts', "export type { Post } from '../../client/types.ts';"],
  ['client/a.ts', "export * from '../routers/base/text.ts';"],
  ['client/b.ts', "import '../server/process/log.ts';"],
  ['client/site/scripts/c.ts', "export const lazy = () => import('../../../server/log.ts');"],
  ['client/admin/d.tsx', "export type { Post } from '../../entities/post.ts';"],
  ['client/cli/e.ts', "import { type AppRouter } from '../../routers/index.ts';\nexport type A = AppRouter;"],
];
const allowed: readonly [file: string, statement: string][] = [
  ['shared/y.ts', "export * from './lengths.ts';"],
  ['migrations/y/z.ts', "export * from '../helpers.ts';"],
  ['migrations/z.ts', "export { sql } from 'kysely';"],
  ['routers/posts/z.ts', "export * from '../../entities/post.ts';"],
  ['server/z.ts', "export * from '../shared/lengths.ts';"],
  ['client/y.ts', "export type { AppRouter } from '../routers/index.ts';"],
  ['client/admin/z.tsx', "import type { Route } from '../../server/routes.ts';\nexport type R = Route;"],
];

describe('the layers', () => {
  let folder: string;
  let refused: string[];

  before(async () => {
    folder = await newFolder();
    const config = JSON.parse(await readFile(join(root, '.oxlintrc.json'), 'utf8')) as { options: object };
    // Type-aware rules would need the whole project.
    await writeFile(join(folder, '.oxlintrc.json'), JSON.stringify({ ...config, options: {} }));
    for (const [file, statement] of [...forbidden, ...allowed]) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), `${statement}\n`);
    }
    refused = await lint(folder);
  });

  for (const [file, statement] of forbidden) {
    it(`forbid in ${dirname(file)}/: ${statement}`, () => expect(refused).to.include(file));
  }
  for (const [file, statement] of allowed) {
    it(`allow in ${dirname(file)}/: ${statement}`, () => expect(refused).to.not.include(file));
  }
});

/** The files with a forbidden import. */
async function lint(cwd: string): Promise<string[]> {
  const command = join(root, 'node_modules', '.bin', 'oxlint');
  const { stdout } = await run(command, ['--quiet', '--format=json'], { cwd }).catch(
    (error: unknown) => error as { stdout: string },
  );
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
  return diagnostics
    .filter(({ code }) => /no-restricted-imports|no-import-type-side-effects/.test(code))
    .map(({ filename }) => filename);
}
