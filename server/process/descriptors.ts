import { readdirSync, readFileSync } from 'node:fs';
import type { Logger } from 'pino';

/** The limit below which the start and `octavo doctor` warn: the usual one of Linux, which sockets and files share. */
const ENOUGH = 1024;
/** The maximum number of open connections. */
const MAX_CONNECTIONS = 10_000;
/** A few connections are always accepted, however little is left. */
const MIN_CONNECTIONS = 4;
/** The share of the limit that is kept for files, the database and processes, and its bounds. */
const RESERVE = { share: 1 / 4, min: 16, max: 128 };
/** What the service has open without connections, where the system does not tell: it is about 50. */
const ASSUMED = 64;
/** Milliseconds between two counts, and between two warnings. */
const COUNT_EVERY = 250;
const WARN_EVERY = 60_000;

/** How many connections may be open. */
export interface ConnectionRoom {
  /** @param open how many are open */
  allowed(open: number): number;
  /** Call when one is closed for another. */
  warn(open: number): void;
}

/**
 * How many files and sockets this process may have open. At its start Node.js raises the soft limit to the hard one.
 *
 * @returns Infinity when the system has no limit, or does not tell it
 */
export function descriptorLimit(): number {
  const soft = process.platform === 'linux' ? limitOnLinux() : limitElsewhere();
  return Number(soft) > 0 ? Number(soft) : Infinity;
}

/** One sentence about a limit that is too low for a blog with many readers; null when it is not. */
export function descriptorProblem(limit = descriptorLimit()): string | null {
  if (limit >= ENOUGH) return null;
  return `only ${limit} files and connections may be open at once: raise the limit to ${ENOUGH} or more (ulimit -n, or LimitNOFILE= of systemd)`;
}

/**
 * Leaves descriptors for everything but connections: without any, no page, no health check and no transaction works.
 *
 * @param limit of the process
 */
export function connectionRoom(log: Logger, limit = descriptorLimit()): ConnectionRoom {
  const reserve = Math.min(Math.max(Math.floor(limit * RESERVE.share), RESERVE.min), RESERVE.max);
  let others = ASSUMED;
  let [countedAt, warnedAt] = [-Infinity, -Infinity];

  function count(open: number): void {
    if (performance.now() - countedAt < COUNT_EVERY) return;
    countedAt = performance.now();
    others = (openDescriptors() ?? ASSUMED + open) - open;
  }

  return {
    allowed(open) {
      // Far from the limit nothing has to be counted.
      if (open + others + 2 * reserve < limit && open < MAX_CONNECTIONS) return MAX_CONNECTIONS;
      count(open);
      return Math.min(Math.max(limit - others - reserve, MIN_CONNECTIONS), MAX_CONNECTIONS);
    },
    warn(open) {
      if (performance.now() - warnedAt < WARN_EVERY) return;
      warnedAt = performance.now();
      log.warn({ open, limit }, `${open} connections are open: idle ones are closed for new ones`);
    },
  };
}

function limitOnLinux(): string | undefined {
  try {
    return /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}

function limitElsewhere(): string | undefined {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: string } } };
  return userLimits?.open_files?.soft;
}

/** How many descriptors this process has open; null when the system does not tell. */
function openDescriptors(): number | null {
  try {
    // Without the one that reads the folder.
    return readdirSync(process.platform === 'linux' ? '/proc/self/fd' : '/dev/fd').length - 1;
  } catch {
    return null;
  }
}
