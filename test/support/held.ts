import { readFileSync } from 'node:fs';
import { expect } from 'chai';

/**
 * Lists a rule that another test holds. The listing itself is a test, so that it cannot outlive what it names.
 *
 * @param gist the rule, in the words of the contract
 * @param file where it is tested, such as `test/limits.test.ts`
 * @param titles of the tests there, as the source has them; the beginning is enough
 */
export function heldBy(gist: string, file: string, ...titles: [string, ...string[]]): void {
  it(`${gist} (held by ${file})`, () => {
    for (const title of titles) expectTest(file, title);
  });
}

/**
 * Lists what the contract leaves open, with what was decided.
 *
 * @param gist what is not shown, in the words of the contract
 * @param decided the decision, in short
 * @param test holds the decision
 */
export function notShown(gist: string, decided: string, test: () => Promise<void> | void): void {
  it(`not shown: ${gist}. Decided: ${decided}`, test);
}

/** For `notShown`: the decision is held by other tests. */
export function inFile(file: string, ...titles: [string, ...string[]]): () => void {
  return () => {
    for (const title of titles) expectTest(file, title);
  };
}

/** Expects the value to have exactly these fields, each of its kind. */
export function expectShape(value: unknown, kinds: Record<string, string>): void {
  expect(value).to.be.an('object').that.has.all.keys(Object.keys(kinds));
  for (const [field, kind] of Object.entries(kinds)) {
    expect((value as Record<string, unknown>)[field], field).to.be.a(kind);
  }
}

function expectTest(file: string, title: string): void {
  const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  const name = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  expect(source, `no test of this name in ${file}`).to.match(
    new RegExp(`(it|describe|describeService|describeVisited)\\(\\s*['"\`]${name}`),
  );
}
