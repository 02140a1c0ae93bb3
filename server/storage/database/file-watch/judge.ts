import type { BigIntStats } from 'node:fs';

import { hashFrame, type Header, type Samples } from './content.ts';
import { findFrames, isSameProgress, type WalIndex } from './wal-index.ts';

/** The file as this process knows it. */
export interface Expected {
  stats: BigIntStats;
  index: WalIndex;
  samples: Samples;
}

/** The file as it is now. */
export interface Seen {
  stats: BigIntStats;
  /** Null if it is no database. */
  header: Header | null;
  /** Null while it cannot be read. */
  index: WalIndex | null;
  /** The same pages as in `Expected`; empty while a checkpoint copies pages. */
  samples: Samples;
  /** Whether nothing changed while it was read, and no checkpoint copies pages. */
  isConsistent: boolean;
}

/**
 * Decides whether something else than checkpoints has changed the file.
 *
 * @param marks that checkpoints may have written to the header
 */
export function isForeign(
  seen: Seen,
  expected: Expected | null,
  marks: readonly number[],
  fds: { log: number; index: number },
): boolean {
  const { header, index } = seen;
  if (!header || !marks.includes(header.mark)) return true;
  if (!expected || !index || !seen.isConsistent) return false;
  const changed = [...expected.samples.keys()].filter((page) => seen.samples.get(page) !== expected.samples.get(page));
  if (isSameProgress(index, expected.index)) return changed.length > 0 || seen.stats.size !== expected.stats.size;
  if (header.pageSize !== index.pageSize || hasWrongSize(seen.stats.size, index)) return true;
  // Once the log has restarted, nothing tells where a page came from; an earlier state still has an earlier mark.
  return index.salt === expected.index.salt && !areInLog(changed, seen.samples, index, fds);
}

/** A checkpoint that copies everything also sets the size. */
function hasWrongSize(size: bigint, { pages, pageSize, frames, copied }: WalIndex): boolean {
  return pages > 0 && copied === frames && size !== BigInt(pages) * BigInt(pageSize);
}

/** Whether the log contains these pages with this content. */
function areInLog(
  pages: readonly number[],
  samples: Samples,
  index: WalIndex,
  fds: { log: number; index: number },
): boolean {
  if (pages.length === 0) return true;
  const frames = findFrames(fds.index, index, new Set(pages));
  return pages.every((page) => {
    const hash = samples.get(page);
    // A smaller database does not have the page any more.
    if (hash === undefined) return page > index.pages;
    return frames.get(page)?.some((frame) => hashFrame(fds.log, index, frame) === hash) ?? false;
  });
}
