import { Paper, Table, Text, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';

import { useLanguage, useTranslations } from '../translations/translations.ts';

/** A row: what it is, and its numbers in the order of the columns. */
interface Row {
  key: string;
  name: ReactNode;
  values: readonly (number | null)[];
}

interface RankingProps {
  title: string;
  /** The headings of the numbers. */
  columns: readonly string[];
  rows: readonly Row[];
  /** What stands there without rows. */
  none?: string;
}

/** A list with numbers, as a table with a heading. */
export function Ranking({ title, columns, rows, none }: RankingProps) {
  const t = useTranslations().statistics;
  const { format } = new Intl.NumberFormat(useLanguage());
  const id = useId();
  return (
    <Paper component="section" aria-labelledby={id} withBorder p="lg" miw={0}>
      <Title order={2} size="h4" id={id} mb="sm">
        {title}
      </Title>
      {rows.length === 0 && <Text c="dimmed">{none ?? t.none}</Text>}
      {rows.length > 0 && (
        <div className="statistics-scroll" role="group" aria-labelledby={id} tabIndex={0}>
          <Table aria-labelledby={id}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t.name}</Table.Th>
                {columns.map((column) => (
                  <Table.Th key={column} scope="col" ta="end">
                    {column}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ key, name, values }) => (
                <Table.Tr key={key}>
                  <Table.Th scope="row" fw={400} className="statistics-name">
                    {name}
                  </Table.Th>
                  {values.map((value, at) => (
                    <Table.Td key={columns[at]} ta="end">
                      {value === null ? '–' : format(value)}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </Paper>
  );
}
