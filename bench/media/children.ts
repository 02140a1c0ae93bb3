import { readdirSync, readFileSync } from 'node:fs';

import { memoryOf, processorSeconds } from '../usage.ts';

/** The processes that a process has started and that run. */
export function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    orEmpty(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
}

/** Seconds of processor time of a process and of its children that run. */
export function familySeconds(pid: number): number {
  return [pid, ...childrenOf(pid)].reduce((sum, one) => sum + (processorSeconds(one) || 0), 0);
}

/** What a process and its children need, in MiB. */
export interface FamilyMemory {
  /** Resident memory of the process, at its highest. */
  service: number;
  /** Memory of all children at one time, without the files that the process has loaded too, at its highest. */
  children: number;
  /** Both at one time, at their highest. */
  together: number;
  /** How many children there were at one time, at most. */
  processes: number;
}

/** Milliseconds between two looks. */
const EVERY = 100;

/** Watches the memory of a process and of its children. */
export function watchFamily(pid: number): { end(): FamilyMemory } {
  const most = { service: 0, children: 0, together: 0, processes: 0 };
  const look = () => {
    const children = childrenOf(pid);
    const shared = new Set(mappingsOf(pid).map(({ file }) => file));
    const own = children.reduce((sum, one) => sum + memoryBeside(one, shared), 0);
    const service = memoryOf(pid).now;
    const now = { service, children: own, together: service + own, processes: children.length };
    for (const name of ['service', 'children', 'together', 'processes'] as const) {
      most[name] = Math.max(most[name], now[name]);
    }
  };
  const timer = setInterval(look, EVERY);
  return {
    end() {
      clearInterval(timer);
      return most;
    },
  };
}

function memoryBeside(pid: number, shared: ReadonlySet<string>): number {
  const own = mappingsOf(pid).filter(({ file }) => !file.startsWith('/') || !shared.has(file));
  return own.reduce((sum, { resident }) => sum + resident, 0) / 1024;
}

/** The parts of a process's memory, in KiB, and the files that they are read from. */
function mappingsOf(pid: number): { file: string; resident: number }[] {
  const text = orEmpty(`/proc/${pid}/smaps`);
  const mappings = text.matchAll(/^[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \S+ *(.*)$[^]*?^Rss: +(\d+) kB$/gm);
  return Array.from(mappings, ([, file = '', resident]) => ({ file, resident: Number(resident) }));
}

function orEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process is gone.
    return '';
  }
}
