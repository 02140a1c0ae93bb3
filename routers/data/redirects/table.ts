import { normalPath } from './path.ts';
import { withoutSlash } from '../../../shared/site-address.ts';

/** A rule as it is applied. */
export interface Rule {
  id: string;
  source: string;
  target: string | null;
  status: number;
}

/** A rule with the place that it leads to; null if the path is gone. */
export interface Match {
  rule: Rule;
  to: string | null;
}

export interface RuleTable {
  /**
   * Finds the rule of a path: the exact one, or else the longest that ends in `*`. It takes the same time for one rule as
   * for 10,000.
   *
   * @param path begins with `/`; in any spelling
   */
  match(path: string): Match | null;
}

/** Indexes rules by their paths, and those that end in `*` by length too. */
export function createRuleTable(rules: Iterable<Rule>): RuleTable {
  const exact = new Map<string, Rule>();
  const open = new Map<string, Rule>();
  for (const rule of rules) {
    if (rule.source.endsWith('*')) open.set(rule.source.slice(0, -1), rule);
    else exact.set(rule.source, rule);
  }
  const lengths = [...new Set([...open.keys()].map(({ length }) => length))].sort((a, b) => b - a);

  return {
    match(asked) {
      const path = normalPath(asked);
      const rule = exact.get(withoutSlash(path));
      if (rule) return { rule, to: rule.target };
      for (const length of lengths) {
        if (length > path.length) continue;
        const found = open.get(path.slice(0, length));
        if (found) return { rule: found, to: found.target && withRest(found.target, path.slice(length)) };
      }
      return null;
    },
  };
}

/** A path that began with two slashes would be the address of another host. */
function withRest(target: string, rest: string): string {
  if (!target.endsWith('*')) return target;
  const whole = target.slice(0, -1) + rest;
  return whole.startsWith('/') ? whole.replace(/^\/+/, '/') : whole;
}

/**
 * The place with the query of the request, unless it has one of its own.
 *
 * @param query undecoded, without `?`
 */
export function withQuery(to: string, query: string): string {
  if (query === '' || to.includes('?')) return to;
  const at = to.indexOf('#');
  return at < 0 ? `${to}?${query}` : `${to.slice(0, at)}?${query}${to.slice(at)}`;
}
