import { z } from 'zod';

import { appError } from '../base/errors.ts';
import { count } from '../base/schemas.ts';

/** The maximum number of posts or comments that one bulk call changes. */
export const MAX_BULK = 200;

/**
 * The fields that say what a bulk call changes: certain ids, or all that match a filter, in several calls.
 *
 * @param what posts or comments
 */
export function bulkTarget<I extends z.ZodType, F extends z.ZodType>(what: string, id: I, filter: F) {
  return {
    ids: z
      .array(id)
      .min(1)
      .max(MAX_BULK)
      .optional()
      .meta({ description: `The ids of the ${what}.`, examples: [id.meta()?.examples ?? []] }),
    filter: filter
      .optional()
      .meta({ description: `In place of \`ids\`: all ${what} that match, ${MAX_BULK} in a call, by their ids.` }),
    expected: z
      .int()
      .min(0)
      .optional()
      .meta({
        description: `With \`filter\`: how many ${what} match after \`after\`; otherwise 412.`,
        examples: [420],
      }),
    after: id.optional().meta({ description: 'With `filter`: `after` of the call before.' }),
  };
}

/** Checks that ids or a filter are given, and a filter with the expected number, for superRefine. */
export function checkBulkTarget(
  { ids, filter, expected }: { ids?: unknown; filter?: unknown; expected?: number | undefined },
  issues: z.RefinementCtx,
): void {
  if ((ids === undefined) === (filter === undefined)) {
    issues.addIssue({ code: 'custom', path: ['ids'], message: 'or "filter" is required, but not both' });
  }
  if (filter !== undefined && expected === undefined) {
    issues.addIssue({ code: 'custom', path: ['expected'], message: 'is required with "filter"' });
  }
}

/** The fields of the response, beside `ok`. */
export function bulkResult<I extends z.ZodType>(what: string, id: I) {
  return {
    changed: count(`Number of changed ${what}.`, 2),
    left: count(`With \`filter\`: number of matching ${what} that this call did not reach.`, 220).optional(),
    after: id.optional().meta({ description: `With \`filter\`: where the next call begins, if ${what} are left.` }),
  };
}

export interface BulkOutcome {
  /** The number of changed or deleted posts or comments, deleted replies included. */
  changed: number;
  /** With a filter: the number of matching ones after those. */
  left?: number;
  /** The id of the last of them, if some are left. */
  after?: string;
}

/** @throws PRECONDITION_FAILED when another number matches than the caller has seen */
export function assertExpected(what: string, total: number, expected: number | undefined): void {
  if (total === expected) return;
  throw appError('PRECONDITION_FAILED', `${total} ${what} match now, not ${expected}; check them again.`);
}
