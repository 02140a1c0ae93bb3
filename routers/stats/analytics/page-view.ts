import { seesHidden } from '../../base/callers.ts';
import type { CallContext } from '../../core/context.ts';
import type { PageViewInput } from './schemas.ts';
import { describeVisit } from './visit.ts';

/** Counts a view of a page that is not a post. The administrator and keys that see hidden posts do not count. */
export async function viewPage(ctx: CallContext, { page, ...origin }: PageViewInput): Promise<void> {
  if (!seesHidden(ctx)) ctx.viewTally.addPage(page, ctx.request.clientIp, await describeVisit(ctx, origin));
}
