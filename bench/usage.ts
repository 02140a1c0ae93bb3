import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks a second in /proc (USER_HZ, 100 on every Linux that Node runs on). */
const TICKS = 100;

/** Seconds of processor time that a process has taken with all its threads; NaN where there is no /proc. */
export function processorSeconds(pid: number): number {
  // After the name in brackets, which may hold spaces: user and system time are the 12th and 13th field.
  const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** Microseconds of processor time that the threads of a process have taken, as the scheduler counts them. */
export function processorMicroseconds(pid: number): number {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]),
  );
  return nanoseconds.reduce((sum, some) => sum + some, 0) / 1000;
}

/** Resident memory of a process in MiB, now and at its highest; NaN where there is no /proc. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const status = read(`/proc/${pid}/status`);
  const figure = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024;
  return { now: figure('VmRSS'), peak: figure('VmHWM') };
}

/** What of the resident memory is the process's own, and what are files that processes share, in MiB. */
export function residentParts(pid: number): { own: number; files: number } {
  const status = read(`/proc/${pid}/status`);
  const figure = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024;
  return { own: figure('RssAnon'), files: figure('RssFile') };
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
