import { Select } from '@mantine/core';

import { fill } from '../words/fill.ts';
import { useLanguage, useWords } from '../words/words.ts';
import type { Part } from './use-part.ts';

/** Every time zone that this browser knows; some leave out UTC. */
const known = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

/** The time zone, found by a part of its name, and the time that it is there. */
export function TimeZoneField({ part }: { part: Part }) {
  const words = useWords().settings;
  const language = useLanguage();
  const { timeZone } = part.values;
  const zones = known.includes(timeZone) ? known : [timeZone, ...known];

  return (
    <Select
      name="timeZone"
      label={words.timeZone}
      description={fill(words.timeZoneHelp, { time: timeIn(timeZone, language) })}
      data={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
      value={timeZone}
      error={part.problems.timeZone}
      onChange={(zone) => zone !== null && part.set('timeZone', zone)}
      allowDeselect={false}
      nothingFoundMessage={words.noTimeZone}
      searchable
    />
  );
}

/** A zone that the service knows and this browser does not has no time here. */
function timeIn(timeZone: string, language: string): string {
  try {
    return new Intl.DateTimeFormat(language, { timeZone, timeStyle: 'short' }).format(new Date());
  } catch {
    return '–';
  }
}
