import { Stack, Table, Text } from '@mantine/core';

import type { BlogOutputs } from '../../index.ts';
import { formatMessage } from '../translations/format-message.ts';
import { Counts } from '../ui/counts.tsx';
import { useTranslations } from '../translations/translations.ts';

/** The maximum number of rows in the table. */
const MAX_ROWS = 100;

/** The number of imported addresses, and the rows that were not imported, with the reasons. */
export function Report({ report }: { report: BlogOutputs['subscribers']['import'] }) {
  const t = useTranslations().subscribers.report;
  const { added, confirmed, unchanged, refused, ended } = report;
  const skipped = ended.map((line) => ({ line, reason: t.endedReason }));
  const others = [...refused, ...skipped].toSorted((a, b) => a.line - b.line);
  const counts: [name: string, count: number][] = [
    [t.added, added],
    [t.confirmed, confirmed],
    [t.unchanged, unchanged],
    [t.refused, refused.length],
    [t.ended, ended.length],
  ];
  return (
    <Stack>
      <Counts counts={counts} />
      {others.length > 0 && (
        <Table aria-label={t.refused} className="subscribers-address">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.line}</Table.Th>
              <Table.Th>{t.reason}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {others.slice(0, MAX_ROWS).map(({ line, reason }) => (
              <Table.Tr key={line}>
                <Table.Td>{line}</Table.Td>
                <Table.Td>{reason}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {others.length > MAX_ROWS && (
        <Text size="sm">{formatMessage(t.andMore, { count: others.length - MAX_ROWS })}</Text>
      )}
    </Stack>
  );
}
