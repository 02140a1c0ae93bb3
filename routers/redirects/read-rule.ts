import { isServicePath, normalPath } from '../data/redirects/path.ts';
import { withoutSlash } from '../../shared/site-address.ts';
import { hasCredentials } from '../../shared/link-targets.ts';
import type { RuleInput } from './schemas.ts';

/** A rule as it is stored. */
export interface RuleValues {
  source: string;
  target: string | null;
  status: number;
}

/** What is wrong with a rule. */
export interface RuleProblem {
  field: 'from' | 'to';
  reason: string;
}

/** Reads a rule in its normal form. */
export function readRule({ from, to = '', status }: RuleInput): RuleValues | RuleProblem {
  const source = readSource(from);
  if (typeof source !== 'string') return source;
  if (status === 410) {
    if (to !== '') return { field: 'to', reason: 'A path that is gone leads nowhere: leave out "to", or use 301.' };
    return { source, target: null, status };
  }
  const target = readTarget(to);
  if (typeof target !== 'string') return target;
  if (target.endsWith('*') && !source.endsWith('*')) {
    return { field: 'to', reason: '"to" ends in "*", but "from" has no rest to carry: end it in "*" too.' };
  }
  return { source, target, status };
}

function readSource(from: string): string | RuleProblem {
  const problem = (reason: string): RuleProblem => ({ field: 'from', reason });
  if (!from.startsWith('/')) return problem(`"${from}" is not a path: begin it with "/".`);
  if (/[?#]/.test(from))
    return problem('The path has a query or a fragment, which redirects do not look at: leave it out.');
  const isOpen = from.endsWith('*');
  const path = normalPath(isOpen ? from.slice(0, -1) : from);
  if (isServicePath(path)) {
    return problem('Redirects do not apply below /api, /trpc, /admin and /media: choose another path.');
  }
  return isOpen ? `${path}*` : withoutSlash(path);
}

function readTarget(to: string): string | RuleProblem {
  const problem = (reason: string): RuleProblem => ({ field: 'to', reason });
  if (to === '') return problem('Say where the path leads to, or use the status 410.');
  const isOpen = to.endsWith('*');
  const place = isOpen ? to.slice(0, -1) : to;
  if (/^https?:/i.test(place)) {
    if (!/^https?:\/\/[^/?#*]+(?:[/?#]|$)/i.test(place) || !URL.canParse(place))
      return problem(`"${to}" is not a valid address.`);
    if (hasCredentials(place)) return problem('The address contains a user name or a password: leave it out.');
    if (isOpen && !/^https?:\/\/[^/?#]+\//i.test(place)) return problem('Put a "/" between the host and the "*".');
    return new URL(place).href + (isOpen ? '*' : '');
  }
  if (!place.startsWith('/')) return problem(`"${to}" is neither a path nor an http or https address.`);
  const { pathname, search, hash } = new URL(`http://host${place}`);
  if (pathname.startsWith('//'))
    return problem('The path begins with two slashes, which is the address of another host.');
  return `${pathname}${search}${hash}${isOpen ? '*' : ''}`;
}
