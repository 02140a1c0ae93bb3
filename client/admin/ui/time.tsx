import { useLanguage } from '../words/words.ts';

const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** A moment as people say it, such as "3 hours ago", with the exact one on hover. */
export function Time({ at }: { at: string }) {
  const language = useLanguage();
  const exact = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(at));
  return (
    <time dateTime={at} title={exact}>
      {ago(Date.parse(at), language)}
    </time>
  );
}

function ago(moment: number, language: string): string {
  const seconds = Math.round((moment - Date.now()) / 1000);
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? (['second', 1] as const);
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(Math.trunc(seconds / size), unit);
}
