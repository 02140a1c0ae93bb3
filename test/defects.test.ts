import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { expect } from 'chai';
import type { z } from 'zod';

import { defectCount, inBackground, onDefect } from '../routers/base/defects.ts';
import { procedures } from '../server/http/procedure-routes.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

describe('work in the background', () => {
  it('may fail: that is reported and counted', async () => {
    const before = defectCount();
    const reported = Promise.withResolvers<unknown>();
    const end = onDefect(reported.resolve);
    const error = new Error('It failed.');
    inBackground(Promise.reject(error));
    expect(await reported.promise).to.equal(error);
    expect(defectCount()).to.equal(before + 1);
    end();
  });
});

// A refinement that rejects after its sibling has thrown is a rejected promise that nothing waits for.
describe('schemas', () => {
  it('are not asynchronous, in inputs and outputs of all procedures', () => {
    const found: string[] = [];
    let functions = 0;
    for (const [name, procedure] of Object.entries(procedures)) {
      const { inputs, output } = procedure._def as unknown as { inputs: z.ZodType[]; output?: z.ZodType };
      for (const run of functionsIn([...inputs, output])) {
        functions += 1;
        if (isAsynchronous(run)) found.push(name);
      }
    }
    expect(functions).to.be.above(200);
    expect(found).to.deep.equal([]);
  });

  it('are recognized when they are asynchronous', async () => {
    const { z: zod } = await import('zod');
    const text = zod.string();
    for (const schema of [
      text.refine(async () => true),
      text.superRefine(async () => undefined),
      text.superRefine((_, issues) => Promise.resolve(issues.addIssue('x'))),
      text.transform(async () => 1),
      zod.preprocess(async () => 'x', text),
      text.check(async () => undefined),
      zod.object({ a: zod.array(zod.union([zod.number(), text.refine(async () => true)])).optional() }),
      zod.lazy(() => text.refine(async () => true)),
    ]) {
      expect([...functionsIn(schema)].some(isAsynchronous)).to.equal(true);
    }
  });

  it('are not asynchronous anywhere else', async () => {
    const found: string[] = [];
    for await (const file of glob('{bin,client,entities,routers,server,shared}/**/*.{ts,tsx}', { cwd: root })) {
      const text = await readFile(`${root}/${file}`, 'utf8');
      if (/\.(refine|superRefine|transform|check|preprocess|overwrite|codec)\(\s*async\b/.test(text)) found.push(file);
      if (/\b(safeParse|decode|encode|safeDecode|safeEncode)Async\(|(?<!program)\.parseAsync\(/.test(text))
        found.push(file);
    }
    expect(found).to.deep.equal([]);
  });
});

type Run = (value: unknown) => unknown;

/** The functions of a schema that zod calls with a value. */
function* functionsIn(part: unknown, seen = new Set<unknown>()): Generator<Run, void> {
  if (typeof part !== 'object' || part === null || seen.has(part)) return;
  seen.add(part);
  const { _zod: zod } = part as { _zod?: { def: Record<string, unknown>; check?: (payload: object) => unknown } };
  if (!zod) {
    for (const inner of Object.values(part)) yield* functionsIn(inner, seen);
    return;
  }
  const { def, check } = zod;
  if (check) yield (value) => check({ value, issues: [] });
  const { transform, getter } = def as {
    transform?: (value: unknown, payload: object) => unknown;
    getter?: () => unknown;
  };
  if (transform) yield (value) => transform(value, { value, issues: [], addIssue: () => undefined });
  if (getter) yield* functionsIn(getter(), seen);
  for (const inner of Object.values(def)) yield* functionsIn(inner, seen);
}

/** Functions that expect another kind of value throw, but not those that are asynchronous. */
function isAsynchronous(run: Run): boolean {
  return ['', 'x', 0, true, null, [], {}].some((value) => {
    try {
      const result = run(value);
      if (!(result instanceof Promise)) return false;
      result.catch(() => undefined);
      return true;
    } catch {
      return false;
    }
  });
}
