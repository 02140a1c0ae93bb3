import { SegmentedControl, SimpleGrid } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { trpc } from '../api/api.ts';
import { LinkTo } from '../ui/link-to.tsx';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { Chart } from './chart.tsx';
import { DaysTable } from './days-table.tsx';
import { Part } from './part.tsx';

const ranges = [7, 30, 90];
const series = ['views', 'likes', 'comments'] as const;

/** Views, likes and comments by day. The three charts share the selected day. */
export function Readers() {
  const { dashboard: t, frame } = useTranslations();
  const [days, setDays] = useState(30);
  const [selected, setSelected] = useState<number | null>(null);
  const query = useQuery({ ...trpc.stats.days.queryOptions({ days }), placeholderData: keepPreviousData });
  const choices = ranges.map((range) => ({ value: String(range), label: formatMessage(t.days, { count: range }) }));

  return (
    <Part
      title={t.readers}
      query={query}
      side={
        <SegmentedControl
          size="xs"
          aria-label={t.readersOf}
          data={choices}
          value={String(days)}
          onChange={(value) => {
            setDays(Number(value));
            setSelected(null);
          }}
        />
      }
    >
      {({ days, totals }) => (
        <>
          <SimpleGrid cols={{ base: 1, md: 3 }} spacing="xl">
            {series.map((name) => (
              <Chart
                key={name}
                name={name}
                title={t[name]}
                total={totals[name]}
                days={days.map((day) => ({ date: day.date, value: day[name] }))}
                selected={selected}
                select={setSelected}
              />
            ))}
          </SimpleGrid>
          <DaysTable days={days} />
          <LinkTo to="/statistics" mt="md" display="inline-block">
            {frame.statistics}
          </LinkTo>
        </>
      )}
    </Part>
  );
}
