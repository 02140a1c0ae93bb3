import { closeSync, openSync, type BigIntStats } from 'node:fs';
import { randomInt } from 'node:crypto';

import type { FileState } from '../writer/messages.ts';
import type { OpenedFile } from '../sqlite-file.ts';
import { choosePages, hashPages, readHeader, type Samples } from './content.ts';
import { isForeign, type Expected, type Seen } from './judge.ts';
import { headersInLog } from './log-marks.ts';
import { isSameProgress, readWalIndex, type WalIndex } from './wal-index.ts';

/**
 * How long a change may leave the time of the file as it was, in milliseconds: file systems keep it in ticks. For this
 * long after the content was read, looks compare it, whatever the time says.
 */
const TICK = 50;
/** How often a look reads the file again that is changed while it reads. */
const ATTEMPTS = 10;

/** By another program, or, as no program has written to it since it was opened, by the disk. */
export type Change = 'overwritten' | 'damaged';

/**
 * Detects that another program overwrites the file, as `cp other.db blog.db` does: it keeps device and inode, and both the
 * log and what this process has read belong to the old content.
 *
 * In WAL mode only checkpoints change the file. A look compares its size and time with those after the last one, at the
 * cost of a `stat`. If they differ, the index of the log tells whether there was a checkpoint, of any process; the pages
 * that have changed must come from it. So that an earlier state of the same database is not taken for it, the first
 * transaction after each checkpoint changes a mark in the header.
 *
 * Closing a file releases all locks of the process on it (POSIX), so the descriptors stay open as long as the connections.
 */
export class FileWatch {
  readonly #file: OpenedFile;
  readonly #fds: { main: number; log: number; index: number };
  readonly #onChange: (change: Change) => never;
  readonly #onTouch: () => void;
  /** The marks that the file may have, in the order in which they were written. */
  #marks: number[];
  /** The last one that was committed, and that of the transaction that is being committed. */
  #mark: number;
  #newMark: number | null = null;
  #expected: Expected | null = null;
  #isMarkDue = true;
  #comparedAt = -Infinity;
  #isSure = false;
  #isClosed = false;

  /**
   * @param path of a file that this process has open, and has read
   * @param file its identity
   * @param events.onChange called when something else than a checkpoint has changed the content; throws
   * @param events.onTouch called when something else than a checkpoint has changed the time, and no page that is compared
   */
  constructor(path: string, file: OpenedFile, events: { onChange: (change: Change) => never; onTouch: () => void }) {
    this.#file = file;
    this.#onChange = events.onChange;
    this.#onTouch = events.onTouch;
    const open = (end: string) => openSync(path + end, 'r');
    this.#fds = { main: open(''), log: open('-wal'), index: open('-shm') };
    const mark = readHeader(this.#fds.main)?.mark ?? 0;
    this.#marks = [mark, ...this.#marksInLog()];
    this.#mark = this.#marks.at(-1)!;
    this.lookClosely();
  }

  /** Size and time of the file after the last checkpoint that this process knows. */
  get state(): FileState | undefined {
    const stats = this.#expected?.stats;
    return stats && { size: stats.size, mtimeNs: stats.mtimeNs };
  }

  /**
   * Looks at identity, size and time of the file, and at its content only if they differ from what this process knows.
   *
   * @throws SqliteMoved; the error of `onChange`
   */
  look(): void {
    if (this.#isClosed) return;
    const stats = this.#file.check();
    if (!this.#isSure || !isSameState(stats, this.#expected?.stats)) this.#compare(stats);
  }

  /** As `look`, and compares the content in any case. */
  lookClosely(): void {
    if (this.#isClosed) return;
    this.#compare(this.#file.check());
  }

  /** The statements with which a transaction that writes changes the mark; none unless it is the first after a checkpoint. */
  changeMark(): readonly string[] {
    if (!this.#isMarkDue) return NOTHING;
    let mark = this.#mark;
    while (this.#marks.includes(mark)) mark = randomInt(1, 2 ** 31);
    this.#marks.push(mark);
    this.#newMark = mark;
    return [`pragma user_version = ${this.#mark}`, `pragma application_id = ${mark}`];
  }

  /** The transaction of `changeMark` is committed. */
  keepMark(): void {
    if (this.#newMark === null) return;
    this.#mark = this.#newMark;
    this.#newMark = null;
    this.#isMarkDue = false;
  }

  /** The transaction of `changeMark` was rolled back. */
  dropMark(): void {
    if (this.#newMark === null) return;
    this.#marks = this.#marks.filter((mark) => mark !== this.#newMark);
    this.#newMark = null;
  }

  /** Call it when no connection is open any more. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    Object.values(this.#fds).forEach((fd) => closeSync(fd));
  }

  #compare(stats: BigIntStats): void {
    let seen = this.#read(stats);
    for (let attempt = 1; attempt < ATTEMPTS && !seen.isConsistent && !isCopying(seen.index); attempt += 1) {
      seen = this.#read(this.#file.check());
    }
    if (seen.header && !this.#marks.includes(seen.header.mark)) this.#marks.push(...this.#laterMarks());
    if (isForeign(seen, this.#expected, this.#marks, this.#fds)) {
      const known = this.#expected;
      const isTouched = known !== null && (!this.#isSure || !isSameState(seen.stats, known.stats));
      this.#onChange(isTouched ? 'overwritten' : 'damaged');
    }
    if (seen.isConsistent) this.#expect(seen);
  }

  #marksInLog(): number[] {
    return [...headersInLog(this.#fds.log)].map(({ mark }) => mark);
  }

  /** Another process may have changed the mark, as `sqlite3` can. */
  #laterMarks(): number[] {
    const marks = this.#marksInLog();
    return marks.slice(marks.lastIndexOf(this.#marks[0]!) + 1);
  }

  /** Reads all that a look compares. It is consistent unless a process changed something at the same time. */
  #read(stats: BigIntStats): Seen {
    const { main, index } = this.#fds;
    const before = readWalIndex(index);
    const header = readHeader(main);
    const pages = this.#expected?.samples.keys() ?? [];
    const isReadable = before !== null && !isCopying(before) && header !== null;
    const samples: Samples = isReadable ? hashPages(main, header.pageSize, pages) : new Map();
    const after = isReadable ? readWalIndex(index) : null;
    const isSettled = isReadable && after !== null && isSameProgress(before, after);
    return {
      stats,
      header,
      index: before,
      samples,
      isConsistent: isSettled && isSameState(this.#file.check(), stats),
    };
  }

  /** Expects from now on what was seen. */
  #expect({ stats, header, index }: Seen): void {
    const known = this.#expected;
    const isUnchanged = known !== null && isSameState(stats, known.stats) && isSameProgress(index!, known.index);
    if (isUnchanged) {
      this.#isSure ||= performance.now() - this.#comparedAt > TICK;
      return;
    }
    const { mark, pageSize } = header!;
    // Not if a write has restarted the log, or if the file was only touched.
    const isCheckpoint = known !== null && !isSameProgress(index!, known.index);
    if (known !== null && !isCheckpoint) this.#onTouch();
    this.#isMarkDue ||= isCheckpoint && (index!.copied > 0 || !isSameState(stats, known.stats));
    this.#marks = this.#marks.slice(this.#marks.indexOf(mark));
    const pages = choosePages(Number(stats.size), pageSize);
    this.#expected = { stats, index: index!, samples: hashPages(this.#fds.main, pageSize, pages) };
    this.#comparedAt = performance.now();
    this.#isSure = false;
  }
}

const NOTHING: readonly string[] = [];

/** Neither the time of the last read nor that of a change of permissions count. */
function isSameState(one: BigIntStats, other: BigIntStats | undefined): boolean {
  return one.mtimeNs === other?.mtimeNs && one.size === other.size;
}

/** Whether a checkpoint copies pages into the file, or one was interrupted. */
function isCopying(index: WalIndex | null): boolean {
  return index !== null && index.attempted > index.copied;
}
