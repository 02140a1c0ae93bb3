import type { z } from 'zod';

/**
 * Describes the error of an input field and the valid values in one sentence.
 *
 * @returns the path of the field (`tags.3`; empty for the whole input) and the sentence
 */
export function describeIssue(found: z.core.$ZodIssue): { path: string; message: string } {
  const issue = issueInMember(found);
  const path = issue.path.map(String).join('.');
  return { path, message: `${path === '' ? 'The input' : `"${path}"`} ${describeProblem(issue)}.` };
}

/** What is wrong with the member of a union that the input resembles most: the one that lacks the fewest fields. */
function issueInMember(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union') return issue;
  const members = issue.errors.toReversed().filter((issues) => issues.length > 0);
  const [closest] = members.toSorted((one, other) => distance(one) - distance(other));
  const [first] = closest ?? [];
  // Of values such as 0, 90 and 180, none is meant: the union says what it takes.
  const areValues = members.every((issues) => issues.every(({ path }) => path.length === 0));
  return first && !areValues ? issueInMember({ ...first, path: [...issue.path, ...first.path] }) : issue;
}

/** A missing field says that another member is meant, and so does a value that another one has. */
function distance(issues: readonly z.core.$ZodIssue[]): number {
  const missing = issues.filter(({ code, message }) => code === 'invalid_type' && message.endsWith('undefined'));
  return missing.length + 1.5 * issues.filter(({ code }) => code === 'invalid_value').length;
}

function describeProblem(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.endsWith('received undefined') ? 'is required' : `must be ${typePhrase(issue.expected)}`;
    case 'too_small':
      return `must ${measure(issue.origin)} at least ${amountOf(issue.minimum, issue.origin)}`;
    case 'too_big':
      return `must ${measure(issue.origin)} at most ${amountOf(issue.maximum, issue.origin)}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'unrecognized_keys':
      return 'has a field that is not known here';
    default:
      // Our own schemas have messages such as "must be a day such as 2026-01-31".
      return /^[a-z]/.test(issue.message) ? issue.message : 'is not of the form that is expected here';
  }
}

function typePhrase(type: string): string {
  if (type === 'int') return 'a whole number';
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}

function measure(origin: string): string {
  return origin === 'string' || origin === 'array' ? 'have' : 'be';
}

function amountOf(amount: number | bigint, origin: string): string {
  const unit = origin === 'string' ? 'character' : origin === 'array' ? 'item' : null;
  return unit === null ? String(amount) : `${amount} ${unit}${Number(amount) === 1 ? '' : 's'}`;
}
