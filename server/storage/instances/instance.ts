import { randomBytes } from 'node:crypto';

import { COMMITS_CHANNEL, INVALIDATIONS_CHANNEL } from '../database/recorded.ts';
import { createConfirmations } from './confirmations.ts';
import { createHearing } from './hearing.ts';
import { mayLag } from './lagging.ts';
import { createLease, type Memory } from './lease.ts';
import {
  announcing,
  CLEANING,
  confirmationsChannel,
  confirming,
  listeningTo,
  looking,
  readLook,
  withdrawing,
  type Look,
} from './look.ts';

/** How long others see that this instance may answer from memory, and when that is announced again, in milliseconds. */
const ANNOUNCED_MS = 1000;
const ANNOUNCE_AFTER_MS = 500;
/** The interval in milliseconds in which an instance that writes deletes old invalidations. */
const CLEAN_EVERY_MS = 60_000;

/** This process among the instances on one PostgreSQL: when it may answer from memory, and whom its commits wait for. */
export interface Instance {
  /** Names it in commits; hexadecimal. */
  id: string;
  memory: Memory;
  /** The statements with which a connection begins. */
  beginning: string;
  /** Called when a connection has begun to listen. @param askNow asks on this connection, before anyone else does */
  connected(askNow: Ask): Promise<void>;
  /** Called for every notification. */
  notified(channel: string, payload: string): void;
  /**
   * Waits after a commit of this process until no instance answers from memory that is older.
   *
   * @param tags what it changed
   * @param xid the number of the transaction
   */
  committed(tags: readonly string[], xid: string): Promise<void>;
  /** Tells the others that it answers nothing any more. */
  leave(): Promise<void>;
}

/**
 * Runs statements on the connection that listens.
 *
 * @param statements called when they are sent
 * @returns the rows of the last one
 */
export type Ask = (statements: () => string) => Promise<Record<string, unknown>[]>;

interface InstanceOptions {
  ask: Ask;
  /** Called with the tags of each commit, including those of this process; must not reject. */
  hear(tags: readonly string[]): Promise<void>;
  /** Called with each measurement of the database's clock; see `DatabaseClock`. */
  measured(asked: number, answered: number, time: number): void;
}

/**
 * Why a read that begins after the answer to a write never shows what was before, whichever instances they reach:
 *
 * - An instance answers from memory only within 95 ms of asking for its last look (its lease), and a look grants a
 *   lease only if it saw that the instance is announced for another 100 ms. So the announcement is visible first, and
 *   the look comes second.
 * - A writer commits first, and looks second: for other instances that are announced.
 * - A look whose snapshot is later than the commit returns its invalidations, and they are taken note of before the
 *   lease begins. A lease of an earlier look was announced before the commit. The writer therefore sees the
 *   announcement, unless it is over, and the lease with it, and waits until the holder has confirmed the commit, or for
 *   100 ms, after which every lease of a look before the commit is over.
 *
 * Nothing depends on when a notification arrives; it only shortens the wait. Nor does it depend on the clocks of
 * machines. The announcement does depend on the database's clock: if that is set forward by almost a second, a writer may
 * miss an announcement, for 95 ms at most.
 */
export function createInstance({ ask, hear, measured }: InstanceOptions): Instance {
  const id = randomBytes(8).toString('hex');
  const own = confirmationsChannel(id);
  /** The snapshot of the last look; null on a new connection. */
  let snapshot: string | null = null;
  let connectedAt = -Infinity;
  let announcedAt = -Infinity;
  let cleanedAt = -Infinity;
  const confirmations = createConfirmations();
  const hearing = createHearing({ hear, confirm });
  const lease = createLease((isWanted) => look(isWanted, ask), hearing.settled);

  /** @param isWanted whether this instance wants to answer from memory */
  async function look(isWanted: boolean, askBy: Ask): Promise<Look> {
    let asked = 0;
    let isAnnounced = false;
    const [row] = await askBy(() => {
      asked = performance.now();
      isAnnounced = isWanted && asked - announcedAt > ANNOUNCE_AFTER_MS;
      return `${isAnnounced ? announcing(id) : ''} ${looking(id, snapshot)}`;
    });
    if (isAnnounced) announcedAt = asked;
    const seen = readLook(row!);
    measured(asked, performance.now(), seen.time);
    // Those that PostgreSQL sent before the answer.
    hearing.flush();
    if (snapshot === null) hearing.begin();
    else hearing.take(seen.commits);
    hearing.forgetBefore(seen.snapshot);
    snapshot = seen.snapshot;
    return seen;
  }

  function confirm(xids: ReadonlyMap<string, readonly string[]>): void {
    // Nobody waits for an instance that is not announced.
    if (performance.now() - announcedAt > 2 * ANNOUNCED_MS) return;
    // Without an answer, the writers wait until the lease is over.
    ask(() => confirming(id, xids)).catch(() => undefined);
  }

  function clean(): void {
    if (performance.now() - cleanedAt < CLEAN_EVERY_MS) return;
    cleanedAt = performance.now();
    ask(() => CLEANING).catch(() => undefined);
  }

  return {
    id,
    memory: lease,
    beginning: listeningTo(id),
    async connected(askNow) {
      snapshot = null;
      announcedAt = -Infinity;
      connectedAt = performance.now();
      await look(false, askNow);
      await hearing.settled();
    },
    notified(channel, payload) {
      if (channel === own) confirmations.add(payload);
      else if (channel === INVALIDATIONS_CHANNEL) hearing.hearTag(payload);
      else if (channel === COMMITS_CHANNEL) hearing.hearCommit(payload, id);
    },
    async committed(tags, xid) {
      const since = performance.now();
      hearing.know(xid);
      if (tags.every(mayLag)) return;
      // A crash of the server empties the table of instances and ends all connections, but no lease.
      const others = since - connectedAt < 100 ? null : lease.next().then(({ others: ids }) => ids);
      await confirmations.wait(xid, since, others);
      clean();
    },
    async leave() {
      await ask(() => withdrawing(id)).catch(() => undefined);
    },
  };
}
