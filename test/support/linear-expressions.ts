import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import { checkSync, type Parameters } from 'recheck';
import { analyse } from 'scslre';

import { regularExpressions, type Expression } from './regular-expressions.ts';

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

const list = new URL('linear-expressions.txt', import.meta.url);
const { devDependencies } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  devDependencies: Record<string, string>;
};
const checkers = JSON.stringify([MANY, search, devDependencies['recheck'], devDependencies['scslre']]);

/**
 * The fingerprints of expressions in which nothing was found. To check them takes most of a minute, and always gives the
 * same: only others are checked in every run. `node test/support/linear-expressions.ts` checks all, and writes the list.
 */
export function knownFingerprints(): Set<string> {
  return new Set(readFileSync(list, 'utf8').trim().split('\n'));
}

/** Differs with the expression, and with the versions and limits of the checkers. */
export function fingerprint({ source, flags }: Pick<Expression, 'source' | 'flags'>): string {
  return hash('sha256', `${checkers}/${source}/${flags}`).slice(0, 16);
}

/** What makes an expression superlinear, by two checkers; undefined if neither finds anything. */
export function problemOf({ source, flags }: Omit<Expression, 'places'>): string | undefined {
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

if (import.meta.main) {
  const found = regularExpressions().filter(
    (expression) => hasLongRepetition(expression.source, expression.flags) && problemOf(expression) === undefined,
  );
  writeFileSync(list, `${found.map(fingerprint).toSorted().join('\n')}\n`);
}
