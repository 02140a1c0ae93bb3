import { Table } from '@mantine/core';

import type { BlogOutputs } from '../../index.ts';
import { dateFormats } from '../dashboard/date-formats.ts';
import { useLanguage, useTranslations } from '../translations/translations.ts';

/** The values of the chart as a table, the newest day first. */
export function DaysTable({ days }: { days: BlogOutputs['stats']['analytics']['days'] }) {
  const { dashboard, statistics: t } = useTranslations();
  const language = useLanguage();
  const { format } = new Intl.NumberFormat(language);
  const { long } = dateFormats(language);
  return (
    <details className="statistics-days">
      <summary>{t.asTable}</summary>
      <div className="statistics-scroll" role="group" aria-label={t.chart} tabIndex={0}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{dashboard.day}</Table.Th>
              <Table.Th scope="col" ta="end">
                {dashboard.views}
              </Table.Th>
              <Table.Th scope="col" ta="end">
                {t.visitors}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {days.toReversed().map(({ date, views, visitors }) => (
              <Table.Tr key={date}>
                <Table.Th scope="row" fw={400}>
                  {long(date)}
                </Table.Th>
                <Table.Td ta="end">{format(views)}</Table.Td>
                <Table.Td ta="end">{format(visitors)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </details>
  );
}
