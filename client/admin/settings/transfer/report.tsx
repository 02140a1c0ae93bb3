import { Group, Stack, Table, Text, Title } from '@mantine/core';

import type { FileNote, ImportReport } from '../../../cli/import-posts.ts';
import { counted } from '../../words/fill.ts';
import { useLanguage, useWords } from '../../words/words.ts';

/** Files that one table shows. */
const MOST = 200;

/** What was created, changed, passed over and refused, file by file where there is a reason. */
export function Report({ report }: { report: ImportReport }) {
  const words = useWords().settings;
  const { new: created, changed, unchanged, refused, skipped, drafts, notes, pictures } = report;
  const counts: [name: string, count: number][] = [
    [words.created, created],
    [words.changed, changed],
    [words.unchanged, unchanged],
    [words.drafts, drafts.length],
    [words.passedOver, skipped.length],
    [words.refused, refused.length],
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
      <Notes title={words.refused} says={words.reason} notes={refused} />
      <Notes title={words.drafts} says={words.reason} notes={drafts} />
      <Notes title={words.importNotes} says={words.reason} notes={notes} />
      <Notes title={words.passedOver} says={words.reason} notes={skipped} />
      <Notes title={words.pictures} says={words.picture} notes={beside} />
    </Stack>
  );
}

/** @param says heads what is told of each file */
function Notes({ title, says, notes }: { title: string; says: string; notes: FileNote[] }) {
  const words = useWords().settings;
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
            <Table.Th>{words.file}</Table.Th>
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
      {notes.length > MOST && <Text size="sm">{counted(words.andMore, notes.length - MOST, language)}</Text>}
    </Stack>
  );
}
