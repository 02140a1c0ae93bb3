import type { z } from 'zod';

/**
 * Says in one sentence what is wrong with one field of the input, and what would be right.
 *
 * @returns the field's path (`tags.3`; empty for the input itself) and the sentence
 */
export function describeIssue(issue: z.core.$ZodIssue): { path: string; message: string } {
  const path = issue.path.map(String).join('.');
  return { path, message: `${path === '' ? 'The input' : `"${path}"`} ${sayWhat(issue)}.` };
}

function sayWhat(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.endsWith('received undefined') ? 'is required' : `must be ${nameOf(issue.expected)}`;
    case 'too_small':
      return `must ${measure(issue.origin)} at least ${issue.minimum}${unitOf(issue.origin)}`;
    case 'too_big':
      return `must ${measure(issue.origin)} at most ${issue.maximum}${unitOf(issue.origin)}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'unrecognized_keys':
      return 'has a field that is not known here';
    default:
      // Our own schemas bring their own words: "must be a day such as 2026-01-31".
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

function unitOf(origin: string): string {
  if (origin === 'string') return ' characters';
  return origin === 'array' ? ' items' : '';
}
