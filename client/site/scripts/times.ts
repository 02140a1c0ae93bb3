import { all } from './dom.ts';

const MINUTE = 60_000;
/** From the largest on; what is older than all of them keeps its date. */
const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['week', 7 * 24 * 60 * MINUTE],
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
];
const OLD = 30 * 24 * 60 * MINUTE;

/** Says of comments how long ago they were written, and keeps that true. */
export function showTimes(): void {
  refreshTimes();
  setInterval(refreshTimes, MINUTE);
}

/** Says it now, for comments that have just come as well. */
export function refreshTimes(): void {
  const format = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: 'auto' });
  for (const time of all<HTMLTimeElement>('[data-comment] time')) {
    const ago = Math.max(0, Date.now() - Date.parse(time.dateTime));
    if (ago < OLD) time.textContent = relative(format, ago);
  }
}

function relative(format: Intl.RelativeTimeFormat, ago: number): string {
  const [unit, size] = units.find(([, size]) => ago >= size) ?? ['second', Infinity];
  return format.format(-Math.floor(ago / size) || 0, unit);
}
