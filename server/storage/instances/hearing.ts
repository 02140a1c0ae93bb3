import { EVERYTHING } from '../changes.ts';
import type { Invalidation } from './look.ts';
import { inBackground } from '../../../routers/base/defects.ts';

/** Takes note of the commits of all instances, as they are notified and as looks find them, each once. */
export interface Hearing {
  hearTag(tag: string): void;
  /** @param mark whose commit it was, and its number; @param own the id of this instance */
  hearCommit(mark: string, own: string): void;
  /** Takes note of what arrived up to now; otherwise it happens soon. */
  flush(): void;
  /** Takes note of commits that a look found. */
  take(commits: readonly Invalidation[]): void;
  /** Takes note of a commit of this process, which has announced it itself. */
  know(xid: string): void;
  /** Starts again: anything may have changed. */
  begin(): void;
  /** Forgets the numbers of commits that no later look returns. */
  forgetBefore(snapshot: string): void;
  /** Resolves when what was noted has its effects; null when it has. */
  settled(): Promise<void> | null;
}

interface HearingOptions {
  /** See `Changes.hear`; invalidates at once, and resolves when what is in memory was read again. */
  hear(tags: readonly string[]): Promise<void>;
  /** Called with the numbers of commits of other instances that have their effects here, by instance. */
  confirm(xids: ReadonlyMap<string, readonly string[]>): void;
}

export function createHearing({ hear, confirm }: HearingOptions): Hearing {
  let tags = new Set<string>();
  let marks = new Map<string, string[]>();
  let isPlanned = false;
  /** Commits that the next look may return once more. */
  const known = new Set<string>();
  let settling: Promise<void> | null = null;

  function plan(): void {
    if (isPlanned) return;
    isPlanned = true;
    setImmediate(flush);
  }

  function flush(): void {
    isPlanned = false;
    const [heard, confirmed] = [[...tags], marks];
    [tags, marks] = [new Set(), new Map()];
    const done = heard.length > 0 ? pass(heard) : Promise.resolve();
    if (confirmed.size > 0) inBackground(done.then(() => confirm(confirmed)));
  }

  /** The site address is read without waiting: nothing is answered from memory before it is known again. */
  function pass(heard: readonly string[]): Promise<void> {
    const done = hear(heard);
    if (!heard.includes('settings') && !heard.includes(EVERYTHING)) return done;
    const all = Promise.all([settling, done]).then(() => {
      if (settling === all) settling = null;
    });
    settling = all;
    return done;
  }

  return {
    hearTag(tag) {
      tags.add(tag);
      plan();
    },
    hearCommit(mark, own) {
      const [, writer, xid] = /^([0-9a-f]{16}) (\d+)$/.exec(mark) ?? [];
      if (writer === undefined || xid === undefined) return;
      known.add(xid);
      if (writer === own) return;
      marks.set(writer, [...(marks.get(writer) ?? []), xid]);
      plan();
    },
    flush,
    take(commits) {
      const unheard = commits.filter(({ xid }) => !known.has(xid));
      for (const { xid } of unheard) known.add(xid);
      if (unheard.length > 0) inBackground(pass([...new Set(unheard.flatMap((one) => one.tags))]));
    },
    know(xid) {
      known.add(xid);
    },
    begin() {
      known.clear();
      inBackground(pass([EVERYTHING]));
    },
    forgetBefore(snapshot) {
      const oldest = BigInt(snapshot.slice(0, snapshot.indexOf(':')));
      for (const xid of known) if (BigInt(xid) < oldest) known.delete(xid);
    },
    settled: () => settling,
  };
}
