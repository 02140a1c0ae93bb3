import { setImmediate as turn } from 'node:timers/promises';
import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { expect } from 'chai';
import { checkSync, type Parameters } from 'recheck';
import { analyse } from 'scslre';

import { expressionsIn, regularExpressions, type Expression } from './support/regular-expressions.ts';

/** A count from which a repetition counts as one without a limit. */
const MANY = 10;
/** Limits of the search for inputs that take long, in counts: the result does not depend on the machine. */
const search: Parameters = {
  timeout: null,
  // Larger ones take seconds.
  maxNFASize: 500,
  maxIteration: 3,
  maxInitialGenerationSize: 60,
  maxGenerationSize: 30,
  crossoverSize: 8,
  mutationSize: 15,
  seedingTimeout: null,
  incubationLimit: 10_000,
  incubationTimeout: null,
  attackLimit: 5_000_000,
  attackTimeout: null,
  maxAttackStringSize: 5000,
};

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
    for (const expression of regularExpressions()) {
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

/** What makes an expression superlinear, by two checkers; undefined if neither finds anything. */
function problemOf({ source, flags }: Omit<Expression, 'places'>): string | undefined {
  if (!hasLongRepetition(source, flags)) return undefined;
  const { reports } = analyse({ source, flags }, { reportTypes: { Move: true, Self: true, Trade: true } });
  if (reports[0]) return reports[0].type;
  process.env['RECHECK_SYNC_BACKEND'] = 'pure';
  const found = checkSync(source, flags, search);
  if (found.status === 'vulnerable') return `${found.complexity.summary}: ${found.attack.pattern}`;
  // It does not know the operations of sets.
  return found.status === 'safe' || flags.includes('v') ? undefined : found.error.kind;
}

function hasLongRepetition(source: string, flags: string): boolean {
  let has = false;
  visitRegExpAST(treeOf(source, flags), {
    onQuantifierEnter({ max }) {
      has ||= max > MANY;
    },
  });
  return has;
}

function treeOf(source: string, flags: string) {
  const mode = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') };
  return new RegExpParser().parsePattern(source, undefined, undefined, mode);
}
