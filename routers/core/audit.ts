import { sql } from 'kysely';

import { kyselyOf } from '../../entities/kysely.ts';
import { timestamp } from '../base/clock.ts';
import type { Caller } from '../base/callers.ts';
import { AppError, type ErrorName } from '../base/errors.ts';
import { truncateIp } from '../base/truncate-ip.ts';
import { AUDIT_COLUMNS, makeAuditRows, withAudit, type AuditRow, type Deed, type Who } from '../data/audit.ts';
import { audited, auditedObjects, type Audited, type Input } from './audited.ts';
import type { RequestContext } from './context.ts';

/** Failures of calls that prove the owner, which the audit log tells. */
const failures: ReadonlySet<ErrorName> = new Set<ErrorName>([
  'WRONG_PASSWORD',
  'CURRENT_PASSWORD_WRONG',
  'WRONG_CODE',
  'CURRENT_CODE_WRONG',
  'SETUP_KEY_INVALID',
  'PASSKEY_REFUSED',
  'PASSKEY_INVALID',
]);

/** The most failures of visitors that an hour tells; the log has them all. */
const MOST_FAILURES = 100;
const HOUR = 60 * 60 * 1000;

type Called = Pick<RequestContext, 'em' | 'clock' | 'caller'> & { request: { clientIp: string } };

/**
 * Makes a call that the audit log may tell.
 *
 * @param input resolves to the input before it is validated
 * @param work resolves to the result of the tRPC middleware: `ok`, or the error
 */
export async function auditCall<R extends { ok: boolean }>(
  ctx: Called,
  path: string,
  input: () => Promise<unknown>,
  work: () => Promise<R>,
): Promise<R> {
  const told = audited[path];
  if (!told) return work();
  const given = inputFields(await input());
  if (told.skips?.(given)) return work();
  const deed = toDeed(path, told, given);
  const call = { clock: ctx.clock, who: whoCalls(ctx), deed };
  const { result, unwritten } = await withAudit({ ...call, isProved: !told.proves }, work);
  if (result.ok) await writeAudit(ctx, unwritten);
  else if (told.proves) await tellFailure(ctx, call, 'error' in result ? result.error : undefined);
  return result;
}

/** Runs a change that no procedure makes, such as one by a link in a mail. */
export async function auditDeed<T>(ctx: Called, actor: Who['actor'], deed: Deed, work: () => Promise<T>): Promise<T> {
  const who = { ...whoCalls(ctx), actor };
  const { result, unwritten } = await withAudit({ clock: ctx.clock, who, deed }, work);
  await writeAudit(ctx, unwritten);
  return result;
}

/** Writes rows in a statement of their own, of calls without a transaction. */
export async function writeAudit({ em }: Pick<RequestContext, 'em'>, rows: AuditRow[]): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map((row) => sql`(${sql.join(row.map((value) => sql`cast(${value} as text)`))})`);
  await sql`insert into audit_entries (${sql.raw(AUDIT_COLUMNS)}) values ${sql.join(values)}`.execute(
    kyselyOf(em.fork()),
  );
}

async function tellFailure(
  ctx: Called,
  call: { clock: RequestContext['clock']; who: Who; deed: Deed },
  error: unknown,
): Promise<void> {
  if (!(error instanceof AppError) || !failures.has(error.reason)) return;
  if (call.who.actor === 'visitor' && (await isFlooded(ctx))) return;
  const deed = { ...call.deed, action: `${call.deed.action}.failed`, objects: [error.reason] };
  await writeAudit(ctx, makeAuditRows({ ...call, deed }));
}

/** Whether visitors have failed so often in the last hour that more entries would only hide the others. */
async function isFlooded({ em, clock }: Called): Promise<boolean> {
  const failed = kyselyOf(em.fork())
    .selectFrom('audit_entries')
    .select('key')
    .where('at', '>', timestamp(clock, -HOUR))
    .where('actor', '=', 'visitor')
    .limit(MOST_FAILURES);
  return (await failed.execute()).length === MOST_FAILURES;
}

function toDeed(path: string, told: Audited, input: Input): Deed {
  const action = told.action?.(input) ?? path;
  return { subject: path.slice(0, path.indexOf('.')), action, objects: auditedObjects(told, input) };
}

function inputFields(input: unknown): Input {
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? (input as Input) : {};
}

function whoCalls({ caller, request }: { caller: Caller; request: { clientIp: string } }): Who {
  const network = truncateIp(request.clientIp);
  if (caller === null) return { actor: 'visitor', id: null, name: null, network };
  const name = caller.kind === 'key' ? caller.name : null;
  return { actor: caller.kind, id: caller.id, name, network };
}
