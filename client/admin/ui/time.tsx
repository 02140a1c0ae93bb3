import { timeAgo } from '../../../shared/formats.ts';
import { useLanguage } from '../translations/translations.ts';

const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** A relative time such as "3 hours ago", with the exact one on hover. */
export function Time({ at }: { at: string }) {
  const language = useLanguage();
  const { exact, relative } = formatsOf(language);
  return (
    <time dateTime={at} title={exact.format(new Date(at))}>
      {ago(Date.parse(at), relative)}
    </time>
  );
}

function ago(moment: number, relative: Intl.RelativeTimeFormat): string {
  const seconds = Math.round((moment - Date.now()) / 1000);
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? (['second', 1] as const);
  const count = seconds / size;
  // 90 days are three months, also a second later.
  return timeAgo(relative, count > 0 ? Math.round(count) : Math.trunc(count), unit);
}

interface Formats {
  exact: Intl.DateTimeFormat;
  relative: Intl.RelativeTimeFormat;
}

/** Cached by language, because creating formatters is expensive. */
const kept = new Map<string, Formats>();

function formatsOf(language: string): Formats {
  const known = kept.get(language);
  if (known) return known;
  const formats = {
    exact: new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }),
    relative: new Intl.RelativeTimeFormat(language, { numeric: 'auto' }),
  };
  kept.set(language, formats);
  return formats;
}
