import { Group, Text, useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

import type { BlogOutputs } from '../../index.ts';
import { loadFile } from '../api/load-file.ts';
import { dateFormats } from '../dashboard/date-formats.ts';
import { dayForKey } from '../dashboard/select-day.ts';
import { useLanguage, useTranslations } from '../translations/translations.ts';
import type { Plot } from './plot.ts';

type Day = BlogOutputs['stats']['analytics']['days'][number];

/** Views and visitors by day. The pointer or the arrow keys select the day whose values are shown. */
export function ViewsChart({ days }: { days: readonly Day[] }) {
  const { dashboard, statistics: t } = useTranslations();
  const language = useLanguage();
  const scheme = useComputedColorScheme();
  const [selected, setSelected] = useState<number | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot>(undefined);
  const last = days.length - 1;
  const at = Math.min(selected ?? last, last);
  const current = days[at]!;
  const { format } = new Intl.NumberFormat(language);
  const { long } = dateFormats(language);

  useEffect(() => {
    let isGone = false;
    const { short } = dateFormats(language);
    const compact = new Intl.NumberFormat(language, { notation: 'compact' });
    loadFile(() => import('./plot.ts')).then(
      ({ drawPlot }) => {
        if (isGone || !place.current) return;
        const data = {
          views: days.map(({ views }) => views),
          visitors: days.map(({ visitors }) => visitors),
          labelOf: (day: number) => (days[day] ? short(days[day].date) : ''),
          format: (value: number) => compact.format(value),
        };
        plot.current = drawPlot(place.current, data, setSelected);
      },
      // Without the drawing, the values and the table remain.
      () => undefined,
    );
    return () => {
      isGone = true;
      plot.current?.destroy();
      plot.current = undefined;
    };
    // The colours of the plot are those of the scheme in which it was drawn.
  }, [days, language, scheme]);

  function show(day: number | null): void {
    setSelected(day);
    plot.current?.mark(day);
  }

  return (
    <div>
      <Group gap="lg" mb="xs" className="statistics-legend">
        {(['views', 'visitors'] as const).map((name) => (
          <Text key={name} size="sm" data-series={name}>
            {name === 'views' ? dashboard.views : t.visitors}: <b>{format(current[name])}</b>
          </Text>
        ))}
        <Text size="sm" c="dimmed">
          {long(current.date)}
        </Text>
      </Group>
      <div
        className="statistics-plot"
        dir="ltr"
        role="slider"
        tabIndex={0}
        aria-label={t.chart}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at}
        aria-valuetext={`${long(current.date)}: ${dashboard.views} ${format(current.views)}, ${t.visitors} ${format(current.visitors)}`}
        onFocus={() => show(at)}
        onBlur={() => show(null)}
        onKeyDown={(event) => {
          const next = dayForKey(event, at, last);
          if (next === undefined) return;
          event.preventDefault();
          show(next);
        }}
      >
        <div ref={place} aria-hidden />
      </div>
    </div>
  );
}
