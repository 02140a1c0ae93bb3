import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';

import { fingerprint, knownFingerprints, problemOf } from './support/linear-expressions.ts';
import { expressionsIn, regularExpressions } from './support/regular-expressions.ts';

/** Expressions that a checker reports, and why they take linear time, or which input they get. */
const reviewed: readonly [source: RegExp, why: string][] = [
  [/^\^\(\.\+\?\)\\1\+/, 'Passwords have at most 200 characters.'],
  [/%%\[\^\]\*\?%%/, 'A fence begins and ends at the beginning of a line, which is at one place.'],
  [/<style\[\\s\\S\]\*\?\(\?:<\\\/style>\|\$\)/, 'No alternative fails: what is not closed goes to the end.'],
];

describe('regular expressions', () => {
  // No input of a length n takes more than a multiple of n steps.
  it('of the product are linear', async function () {
    this.timeout(600_000);
    const found: string[] = [];
    const reported = new Set<string>();
    const known = process.env['OCTAVO_MORE_RUNS'] === '1' ? new Set<string>() : knownFingerprints();
    for (const expression of regularExpressions()) {
      if (known.has(fingerprint(expression))) continue;
      const problem = problemOf(expression);
      if (problem === undefined) continue;
      reported.add(expression.source);
      if (reviewed.some(([known]) => known.test(expression.source))) continue;
      found.push(`${expression.places.join(', ')}: /${expression.source}/${expression.flags}\n  ${problem}`);
      await turn();
    }
    expect(found.join('\n')).to.equal('');
    expect(
      reviewed.filter(([known]) => ![...reported].some((source) => known.test(source))),
      'reviewed, but not reported',
    ).to.deep.equal([]);
  });

  for (const [source, flags] of [
    ['\\s+$', ''],
    ['^(a+)+$', ''],
    ['<!--[^]*?-->', 'g'],
    ['(?<!x)a.*b.*c$', 's'],
    ['[^@]+@', ''],
  ] as const) {
    it(`that are not linear are found: /${source}/`, () => {
      expect(problemOf({ source, flags })).to.be.a('string');
    });
  }

  it('are found in calls of RegExp', () => {
    const text =
      "const a = ['b', 'c'] as const; const d = String.raw`\\s+$`;\n" +
      "const e = (f: string) => new RegExp(`^(${a.join('|')})${f}` + d, 'i');";
    expect(expressionsIn('a.ts', text)).to.deep.equal([
      { source: '^(b|c)x\\s+$', flags: 'i', at: text.indexOf('new') },
    ]);
  });
});
