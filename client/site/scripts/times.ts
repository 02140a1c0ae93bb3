import { exactTime, perLanguage, timeAgo } from '../../../shared/formats.ts';
import { all } from './dom.ts';
import { pageLanguage } from './translations.ts';

export const MINUTE = 60_000;
/** From the largest; older times are shown as dates. */
const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['week', 7 * 24 * 60 * MINUTE],
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
];
const OLD = 30 * 24 * 60 * MINUTE;

/** Shows the age of comments and updates it; the exact time is in the time zone of the reader. */
export function showTimes(): void {
  refreshTimes();
  setInterval(() => refreshTimes(), MINUTE);
}

/** Updates the times inside an element now. */
export function refreshTimes(within: ParentNode = document): void {
  for (const time of all<HTMLTimeElement>('[data-comment] time', within)) {
    const { relative, day, exact } = formatsOf(pageLanguage(time));
    const written = Date.parse(time.dateTime);
    const ago = Math.max(0, Date.now() - written);
    time.textContent = ago < OLD ? ageOf(relative, ago) : day.format(written);
    time.title = exact.format(written);
  }
}

const formatsOf = perLanguage((language) => ({
  relative: new Intl.RelativeTimeFormat(language, { numeric: 'auto' }),
  day: new Intl.DateTimeFormat(language, { dateStyle: 'long' }),
  exact: new Intl.DateTimeFormat(language, exactTime),
}));

function ageOf(format: Intl.RelativeTimeFormat, ago: number): string {
  const [unit, size] = units.find(([, size]) => ago >= size) ?? ['second', Infinity];
  return timeAgo(format, -Math.floor(ago / size) || 0, unit);
}
