import { setImmediate } from 'node:timers/promises';

import { isServicePath, ownPaths } from './path.ts';
import { withoutSlash } from '../../../shared/site-address.ts';
import { createRuleTable, type Rule, type RuleTable } from './table.ts';

/** A part of a path that is in no rule. */
const ANY = '~any~';
/** A chain that goes through one rule so often only grows. */
const MAX_REPEATS = 30;
/** Rules that are followed before other requests have their turn. */
const AT_ONCE = 50;

/**
 * Finds rules by which a path leads back to itself, or on without end. Yields to the event loop between rules.
 *
 * Every loop passes one of the paths that are tried: the source of an exact rule, the target of a rule that carries no
 * rest, or, if all its rules carry the rest, the source of the one that takes away most, with any rest.
 *
 * @param site the address of the site: absolute addresses below it are its paths; "" if not set
 * @param changed only loops with this rule. Unless it carries a rest, they pass its target, and no other is tried.
 * @returns the ids of the rules of each loop
 */
export async function findLoops(rules: readonly Rule[], site: string, changed?: Rule): Promise<Set<string>[]> {
  const table = createRuleTable(rules);
  const known = new Map<string, boolean>();
  const loops: Set<string>[] = [];
  for (const [at, rule] of (changed && !carriesRest(changed) ? [changed] : rules).entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await setImmediate();
    for (const start of startsOf(rule)) {
      const loop = follow(table, start, site, known);
      if (loop && (!changed || loop.has(changed.id))) loops.push(loop);
    }
  }
  return loops;
}

function startsOf(rule: Rule): string[] {
  const { source, target } = rule;
  if (!source.endsWith('*')) return [source];
  const any = source.slice(0, -1) + ANY;
  return target === null || carriesRest(rule) ? [any] : [any, target];
}

function carriesRest({ target }: Rule): boolean {
  return target?.endsWith('*') === true;
}

/** @param known paths that were followed before */
function follow(table: RuleTable, start: string, site: string, known: Map<string, boolean>): Set<string> | null {
  const passed: { path: string; id: string }[] = [];
  const repeats = new Map<string, number>();
  const seen = new Map<string, number>();
  let path = localPath(start, site);
  while (path !== null && !known.has(path) && !ownPaths.has(withoutSlash(path)) && !isServicePath(path)) {
    const before = seen.get(path);
    if (before !== undefined) return end(passed.slice(before));
    const match = table.match(path);
    if (!match) break;
    const { id } = match.rule;
    seen.set(path, passed.length);
    passed.push({ path, id });
    const times = (repeats.get(id) ?? 0) + 1;
    if (times > MAX_REPEATS) return end(passed.filter((one) => (repeats.get(one.id) ?? 0) > 1));
    repeats.set(id, times);
    path = match.to === null ? null : localPath(match.to, site);
  }
  end([]);
  return null;

  function end(loop: { id: string }[]): Set<string> {
    for (const one of passed) known.set(one.path, true);
    return new Set(loop.map(({ id }) => id));
  }
}

/** The path of a place on this site, by http or https and without query; null for other sites. */
function localPath(place: string, site: string): string | null {
  const [plain = ''] = place.split(/[?#]/, 1);
  if (plain.startsWith('/')) return plain;
  const [here, there] = [withoutScheme(site), withoutScheme(plain)];
  if (site === '' || !(there === here || there.startsWith(`${here}/`))) return null;
  return there.slice(here.length) || '/';
}

function withoutScheme(url: string): string {
  return url.replace(/^https?:/i, '');
}
