import type { RequestContext } from './context.ts';
import { appError } from '../base/errors.ts';

/**
 * Rejects a write for another version: by `ifVersion` of the input, or by the header If-Match in REST.
 *
 * @throws PRECONDITION_FAILED, with the current version
 */
export function checkVersion(ctx: RequestContext, ifVersion: number | undefined, current: number): void {
  const { ifMatch } = ctx.request;
  const expected = ifVersion === undefined || ifVersion === current;
  const matched = ifMatch === undefined || ifMatch.includes('*') || ifMatch.includes(current);
  if (expected && matched) return;
  throw appError('PRECONDITION_FAILED', undefined, { currentVersion: current });
}
