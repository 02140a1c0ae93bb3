import { Group, Stack, Table, Text, Title } from '@mantine/core';

import type { FileNote, ImportReport } from '../../../importers/import-posts.ts';
import { plural } from '../../translations/interpolate.ts';
import { useLanguage, useTranslations } from '../../translations/translations.ts';

/** Files that one table shows. */
const MOST = 200;

/** What was created, changed, passed over and refused, file by file where there is a reason. */
export function Report({ report }: { report: ImportReport }) {
  const t = useTranslations().settings;
  const { new: created, changed, unchanged, refused, skipped, drafts, notes, pictures } = report;
  const counts: [name: string, count: number][] = [
    [t.created, created],
    [t.changed, changed],
    [t.unchanged, unchanged],
    [t.drafts, drafts.length],
    [t.passedOver, skipped.length],
    [t.refused, refused.length],
  ];
  const beside = pictures.map(({ file, pictures: names }) => ({ file, reason: names.join(', ') }));

  return (
    <Stack>
      <Group component="dl" gap="xl" m={0}>
        {counts.map(([name, count]) => (
          <div key={name}>
            <Text component="dt" size="sm" c="dimmed">
              {name}
            </Text>
            <Text component="dd" m={0} size="xl" fw={600}>
              {count}
            </Text>
          </div>
        ))}
      </Group>
      <Notes title={t.refused} says={t.reason} notes={refused} />
      <Notes title={t.drafts} says={t.reason} notes={drafts} />
      <Notes title={t.importNotes} says={t.reason} notes={notes} />
      <Notes title={t.passedOver} says={t.reason} notes={skipped} />
      <Notes title={t.pictures} says={t.picture} notes={beside} />
    </Stack>
  );
}

/** @param says heads what is told of each file */
function Notes({ title, says, notes }: { title: string; says: string; notes: FileNote[] }) {
  const t = useTranslations().settings;
  const language = useLanguage();
  if (notes.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {title}
      </Title>
      <Table layout="fixed" aria-label={title} className="settings-file">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t.file}</Table.Th>
            <Table.Th>{says}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {notes.slice(0, MOST).map(({ file, reason }) => (
            <Table.Tr key={file}>
              <Table.Td>{file}</Table.Td>
              <Table.Td>{reason}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {notes.length > MOST && <Text size="sm">{plural(t.andMore, notes.length - MOST, language)}</Text>}
    </Stack>
  );
}
