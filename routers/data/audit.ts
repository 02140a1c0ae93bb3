import { AsyncLocalStorage } from 'node:async_hooks';

import type { Actor } from '../../entities/audit-entry.ts';
import { timestamp, type Clock } from '../base/clock.ts';

/** Who makes a change. */
export interface Who {
  actor: Actor;
  /** The id of the session or of the key. */
  id: string | null;
  /** The name of the key. */
  name: string | null;
  /** The network of the client IP; null for commands. */
  network: string | null;
}

/** What is done, as the audit log tells it. */
export interface Deed {
  /** What it concerns, such as `posts`. */
  subject: string;
  /** Such as `posts.update`. */
  action: string;
  /** The ids or names of the objects; an entry for each. Without any, one entry has none. */
  objects: string[];
}

/** A row of the audit log, in the order of `AUDIT_COLUMNS`. */
export type AuditRow = (string | null)[];

/** The columns of the rows. */
export const AUDIT_COLUMNS = 'at, actor, actor_id, actor_name, subject, action, object, network';

/** The most entries of one call. */
export const MAX_ENTRIES = 500;
const MAX_OBJECT = 200;

/** A call whose deed is not yet in the audit log. */
interface Audited {
  clock: Clock;
  who: Who;
  deed: Deed;
  /** pending: the next transaction that commits writes it. unproved: not before the call has proved the owner. */
  state: 'unproved' | 'pending' | 'written' | 'dropped';
}

const calls = new AsyncLocalStorage<Audited | undefined>();

/**
 * Runs a call whose deed the audit log gets. The first transaction that the call commits writes it, so that no change is
 * without an entry, and no entry without a change.
 *
 * @param options.isProved false if the call has to prove the owner first, and commits transactions before
 * @returns the result, and the rows that no transaction has written
 */
export async function withAudit<T>(
  { clock, who, deed, isProved = true }: Pick<Audited, 'clock' | 'who' | 'deed'> & { isProved?: boolean },
  work: () => Promise<T>,
): Promise<{ result: T; unwritten: AuditRow[] }> {
  const call: Audited = { clock, who, deed, state: isProved ? 'pending' : 'unproved' };
  const result = await calls.run(call, work);
  const isUnwritten = call.state === 'pending' || call.state === 'unproved';
  // Work that the call has left behind writes nothing.
  call.state = 'dropped';
  return { result, unwritten: isUnwritten ? makeAuditRows(call) : [] };
}

/** Names an object of the call under way, such as one that it creates. @returns its id */
export function noteObject<T extends string>(id: T): T {
  calls.getStore()?.deed.objects.push(id);
  return id;
}

/** The owner is proved, in the transaction that makes the change. @param session the id of a session that it opens */
export function noteProof(session?: string): void {
  const call = calls.getStore();
  if (!call || call.state !== 'unproved') return;
  call.state = 'pending';
  if (session !== undefined) call.who = { ...call.who, actor: 'session', id: session };
}

/** The call under way changes nothing that the audit log tells. */
export function dropDeed(): void {
  const call = calls.getStore();
  if (call) call.state = 'dropped';
}

/** Runs what a call commits besides its deed, before it or after its failure: these transactions do not write the deed. */
export function besideDeed<T>(work: () => T): T {
  return calls.run(undefined, work);
}

/** Takes the rows of the call under way, for the transaction that commits now. */
export function takeAuditRows(): AuditRow[] {
  const call = calls.getStore();
  if (call?.state !== 'pending') return [];
  call.state = 'written';
  return makeAuditRows(call);
}

/** The rows of a deed. */
export function makeAuditRows({ clock, who, deed }: Pick<Audited, 'clock' | 'who' | 'deed'>): AuditRow[] {
  const at = timestamp(clock);
  const objects = deed.objects.length === 0 ? [null] : deed.objects.slice(0, MAX_ENTRIES);
  return objects.map((object) => {
    const shown = object === null ? null : object.slice(0, MAX_OBJECT);
    return [at, who.actor, who.id, who.name, deed.subject, deed.action, shown, who.network];
  });
}
