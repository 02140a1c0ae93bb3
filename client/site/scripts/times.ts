import { all } from './dom.ts';
import { exactTime } from '../../../shared/formats.ts';

const MINUTE = 60_000;
/** From the largest on; what is older than all of them has its date. */
const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['week', 7 * 24 * 60 * MINUTE],
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
];
const OLD = 30 * 24 * 60 * MINUTE;

/** Says of comments how long ago they were written, and keeps that true; the exact time is by the reader's clock. */
export function showTimes(): void {
  refreshTimes();
  setInterval(refreshTimes, MINUTE);
}

/** Says it now, for comments that have just come as well. */
export function refreshTimes(): void {
  const { lang } = document.documentElement;
  const format = new Intl.RelativeTimeFormat(lang, { numeric: 'auto' });
  const days = new Intl.DateTimeFormat(lang, { dateStyle: 'long' });
  const moments = new Intl.DateTimeFormat(lang, exactTime);
  for (const time of all<HTMLTimeElement>('[data-comment] time')) {
    const written = Date.parse(time.dateTime);
    const ago = Math.max(0, Date.now() - written);
    time.textContent = ago < OLD ? relative(format, ago) : days.format(written);
    time.title = moments.format(written);
  }
}

function relative(format: Intl.RelativeTimeFormat, ago: number): string {
  const [unit, size] = units.find(([, size]) => ago >= size) ?? ['second', Infinity];
  return format.format(-Math.floor(ago / size) || 0, unit);
}
