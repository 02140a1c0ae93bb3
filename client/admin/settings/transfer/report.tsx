import { Stack, Table, Text, Title } from '@mantine/core';

import type { GivenImport } from '../../../importers/given/import-given.ts';
import type { FileNote, ImportReport } from '../../../importers/import-report.ts';
import { formatMessage } from '../../translations/format-message.ts';
import { Counts } from '../../ui/counts.tsx';
import { useTranslations } from '../../translations/translations.ts';

/** The maximum number of files in a table. */
const MAX_NOTES = 200;
/** The maximum number of posts in a line. */
const MAX_PLACES = 20;

/** The number of posts created, changed, skipped and failed, and the files with their reasons. */
export function Report({ report, subscribers }: Pick<GivenImport, 'report' | 'subscribers'>) {
  const t = useTranslations().settings;
  const { new: created, changed, unchanged, refused, skipped, drafts, notes, pictures } = report;
  const counts: (readonly [name: string, count: number])[] = [
    [t.created, created],
    [t.changed, changed],
    [t.unchanged, unchanged],
    [t.drafts, drafts.length],
    [t.passedOver, skipped.length],
    [t.refused, refused.length],
    [t.redirects, report.redirects],
    [t.linksBetween, report.links],
    [t.files, report.uploads],
    [t.newComments, report.comments.new],
    [t.knownComments, report.comments.unchanged],
    ...(subscribers ? ([[t.newSubscribers, subscribers.new]] as const) : []),
  ];
  const beside = pictures.map(({ file, pictures: names }) => ({ file, reason: names.join(', ') }));

  return (
    <Stack>
      <Counts counts={counts} />
      <Notes title={t.refused} heading={t.reason} notes={refused} />
      <Notes title={t.drafts} heading={t.reason} notes={drafts} />
      <Notes title={t.importNotes} heading={t.reason} notes={notes} />
      <Notes title={t.passedOver} heading={t.reason} notes={skipped} />
      <Notes title={t.pictures} heading={t.picture} notes={beside} />
      <Notes title={t.picturesElsewhere} heading={t.pictureCount} notes={hostsIn(report.elsewhere)} />
      <Notes title={t.threads} heading={t.commentCount} notes={threadsIn(report.threads)} />
      <Notes title={t.shortcodes} heading={t.inPosts} notes={leftIn(report.shortcodes)} />
      <Notes title={t.htmlLeft} heading={t.inPosts} notes={noteKept(report.html)} />
      <Notes title={t.fieldsLeft} heading={t.inPosts} notes={leftIn(report.fields)} />
    </Stack>
  );
}

function leftIn(left: ImportReport['fields']): FileNote[] {
  return left.map(({ name, posts }) => ({ file: name, reason: String(posts) }));
}

function hostsIn(elsewhere: ImportReport['elsewhere']): FileNote[] {
  return elsewhere.map(({ host, urls }) => ({ file: host, reason: String(urls.length) }));
}

function threadsIn(threads: ImportReport['threads']): FileNote[] {
  return threads.map(({ url, comments }) => ({ file: url, reason: String(comments) }));
}

/** The number of posts before their names, of which there may be thousands. */
function noteKept(kept: ImportReport['html']): FileNote[] {
  return kept.map(({ name, places }) => {
    const shown = places.slice(0, MAX_PLACES).join('; ');
    return { file: name, reason: `${places.length}: ${shown}${places.length > MAX_PLACES ? '; …' : ''}` };
  });
}

/** @param heading the heading of the column of reasons */
function Notes({ title, heading, notes }: { title: string; heading: string; notes: FileNote[] }) {
  const t = useTranslations().settings;
  const first: Record<string, string> = { [t.inPosts]: t.name, [t.pictureCount]: t.host, [t.commentCount]: t.page };
  if (notes.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {title}
      </Title>
      <Table layout="fixed" aria-label={title} className="settings-file">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{first[heading] ?? t.file}</Table.Th>
            <Table.Th>{heading}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {notes.slice(0, MAX_NOTES).map(({ file, reason }, at) => (
            // Several notes may have the same file.
            <Table.Tr key={`${at} ${file}`}>
              <Table.Td>{file}</Table.Td>
              <Table.Td>{reason}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {notes.length > MAX_NOTES && (
        <Text size="sm">{formatMessage(t.andMore, { count: notes.length - MAX_NOTES })}</Text>
      )}
    </Stack>
  );
}
