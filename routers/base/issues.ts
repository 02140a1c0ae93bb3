import type { z } from 'zod';

/**
 * Describes the error of an input field and the valid values in one sentence.
 *
 * @returns the path of the field (`tags.3`; empty for the whole input) and the sentence
 */
export function describeIssue(issue: z.core.$ZodIssue): { path: string; message: string } {
  const path = issue.path.map(String).join('.');
  return { path, message: `${path === '' ? 'The input' : `"${path}"`} ${describeProblem(issue)}.` };
}

function describeProblem(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.endsWith('received undefined') ? 'is required' : `must be ${nameOf(issue.expected)}`;
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

function nameOf(type: string): string {
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
