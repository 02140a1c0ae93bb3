import { Select } from '@mantine/core';

import { formatMessage } from '../translations/format-message.ts';
import { useLanguage, useTranslations } from '../translations/translations.ts';
import type { Part } from './use-part.ts';

/** The time zones that the browser knows; some browsers omit UTC. */
const known = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

/** Selects the time zone by a part of its name, and shows its current time. */
export function TimeZoneField({ part }: { part: Part }) {
  const t = useTranslations().settings;
  const language = useLanguage();
  const { timeZone } = part.values;
  const zones = known.includes(timeZone) ? known : [timeZone, ...known];

  return (
    <Select
      name="timeZone"
      label={t.timeZone}
      description={formatMessage(t.timeZoneHelp, { time: timeIn(timeZone, language) })}
      data={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
      value={timeZone}
      error={part.problems.timeZone}
      onChange={(zone) => zone !== null && part.set('timeZone', zone)}
      allowDeselect={false}
      nothingFoundMessage={t.noTimeZone}
      searchable
    />
  );
}

/** Empty for a zone that the service knows and this browser does not. */
function timeIn(timeZone: string, language: string): string {
  try {
    return new Intl.DateTimeFormat(language, { timeZone, timeStyle: 'short' }).format(new Date());
  } catch {
    return '–';
  }
}
