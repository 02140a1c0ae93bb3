import { ErrorReport } from '../../entities/error-report.ts';
import { kyselyOf } from '../../entities/kysely.ts';
import { siteOriginOf } from '../../shared/site-address.ts';
import { timestamp } from '../base/clock.ts';
import type { CallContext } from '../core/context.ts';
import { countRows } from '../data/count-rows.ts';
import { sha256 } from '../base/secrets.ts';
import type { ListInput, ReportInput } from './schemas.ts';

/** The maximum number of different errors (docs/interface.md, D6); the least recently seen one is deleted. */
const KEPT = 300;

/** Stores an error of a browser, one row per fingerprint. */
export async function reportError(ctx: CallContext, input: ReportInput): Promise<void> {
  const now = timestamp(ctx.clock);
  const fingerprint = await makeFingerprint(ctx, input);
  await ctx.em.fork().transactional(async (tx) => {
    const db = kyselyOf(tx);
    await db
      .insertInto('error_reports')
      .values({ fingerprint, ...input, hits: 1, first_seen: now, last_seen: now })
      .onConflict((conflict) =>
        conflict.column('fingerprint').doUpdateSet(({ eb }) => ({
          hits: eb('error_reports.hits', '+', 1),
          last_seen: now,
          url: input.url,
        })),
      )
      .execute();
    const beyond = db
      .selectFrom('error_reports')
      .select('fingerprint')
      .orderBy('last_seen', 'desc')
      .orderBy('fingerprint')
      .limit(KEPT)
      .offset(KEPT);
    await db.deleteFrom('error_reports').where('fingerprint', 'in', beyond).execute();
  });
}

/** A page of the errors, last seen first. */
export async function listReports(ctx: CallContext, { page, pageSize }: ListInput) {
  const all = kyselyOf(ctx.em).selectFrom('error_reports');
  const errors = await all
    .select(['fingerprint', 'message', 'source', 'stack', 'url', 'hits'])
    .select(['first_seen as firstSeen', 'last_seen as lastSeen'])
    .orderBy('last_seen', 'desc')
    .orderBy('fingerprint')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { errors, total: await countRows(all) };
}

/** Deletes all errors. */
export async function clearReports(ctx: CallContext): Promise<void> {
  await ctx.em.nativeDelete(ErrorReport, {});
}

/** A hash of the message and the first stack frame of this site, without line number and version. */
async function makeFingerprint(ctx: CallContext, { message, stack }: ReportInput): Promise<string> {
  const { siteUrl } = await ctx.settings.current();
  const own = [ctx.request.ownOrigin, ...(siteUrl === '' ? [] : [siteOriginOf(siteUrl)])];
  const frames = stack.split('\n').filter((line) => /:\d+/.test(line));
  const frame = frames.find((line) => own.some((origin) => line.includes(origin))) ?? frames[0] ?? '';
  return sha256(`${message}\u0000${frame.trim()}`).slice(0, 32);
}
