import { COMMITS_CHANNEL, INVALIDATIONS_CHANNEL } from '../database/recorded.ts';

/** What an instance learns when it looks into the database. */
export interface Look {
  /** The transactions that were visible, as `pg_current_snapshot()` writes them. */
  snapshot: string;
  /** The database's clock, in milliseconds since 1970. */
  time: number;
  /** Whether the other instances see, for longer than a lease, that this one may answer from memory. */
  isCovered: boolean;
  /** The other instances that may answer from memory. */
  others: string[];
  /** The invalidations that the look before did not see. */
  commits: Invalidation[];
}

/** The invalidations of one commit. */
export interface Invalidation {
  /** The number of the transaction. */
  xid: string;
  tags: string[];
}

/** The channel on which the others confirm the commits of an instance. The payload is `<who confirms> <xid> …`. */
export function confirmationsChannel(id: string): string {
  return `octavo_seen_${id}`;
}

/** The statements with which an instance begins to listen. Its own writes are transient and need no disk. */
export function listeningTo(id: string): string {
  const channels = [INVALIDATIONS_CHANNEL, COMMITS_CHANNEL, confirmationsChannel(id)];
  return `set synchronous_commit = off; set lock_timeout = '1s'; ${channels.map((one) => `listen ${one}`).join('; ')}`;
}

/** Announces that an instance may answer from memory, for a second. A transaction of its own, so that others see it. */
export function announcing(id: string): string {
  return `begin read write;
    insert into instances (id, active_until) values ('${id}', clock_timestamp() + interval '1 second')
      on conflict (id) do update set active_until = excluded.active_until;
    commit;`;
}

/** Withdraws it, so that no writer waits for an instance that has stopped. */
export function withdrawing(id: string): string {
  return `begin read write; delete from instances where id = '${id}'; commit`;
}

/**
 * The statement that looks. One statement has one snapshot.
 *
 * @param id of the instance that looks
 * @param before the snapshot of its last look; null for the first one, which returns no invalidations
 */
export function looking(id: string, before: string | null): string {
  const unseen =
    before === null
      ? `'{}'::text[]`
      : `array(
          select xid || ' ' || array_to_string(tags, E'\\n') from invalidations
          where xid >= pg_snapshot_xmin('${before}') and xid < pg_snapshot_xmax(pg_current_snapshot())
            and not pg_visible_in_snapshot(xid, '${before}'))`;
  return `select pg_current_snapshot()::text as snapshot,
    extract(epoch from clock_timestamp())::float8 * 1000 as time,
    exists (select from instances where id = '${id}' and active_until > clock_timestamp() + interval '100 ms') as is_covered,
    array(select id from instances where id <> '${id}' and active_until > clock_timestamp()) as others,
    ${unseen} as commits`;
}

/** Reads the row of that statement. */
export function readLook(row: Record<string, unknown>): Look {
  const { snapshot, time, is_covered: isCovered, others, commits } = row;
  return {
    snapshot: snapshot as string,
    time: time as number,
    isCovered: isCovered as boolean,
    others: others as string[],
    commits: (commits as string[]).map((commit) => {
      const [xid = '', tags = ''] = splitOnce(commit, ' ');
      return { xid, tags: tags.split('\n') };
    }),
  };
}

/**
 * The statement that confirms commits.
 *
 * @param id of the instance that has taken note of them
 * @param xids by the instance whose commits they are
 */
export function confirming(id: string, xids: ReadonlyMap<string, readonly string[]>): string {
  const calls = [...xids].map(
    ([writer, own]) => `pg_notify('${confirmationsChannel(writer)}', '${id} ${own.join(' ')}')`,
  );
  return `select ${calls.join(', ')}`;
}

/** Deletes what no instance needs any more: older invalidations were heard, or their hearer started again. */
export const CLEANING = `begin read write;
  delete from invalidations where at < clock_timestamp() - interval '5 minutes';
  delete from instances where active_until < clock_timestamp() - interval '1 hour';
  commit`;

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return [text.slice(0, at), text.slice(at + 1)];
}
