import { Button, Group, NativeSelect, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';

import type { BlogInputs, BlogOutputs } from '../../index.ts';
import { queryClient, trpc } from '../api/api.ts';
import { formatMessage } from '../translations/format-message.ts';
import type { Translations } from '../translations/catalog.ts';
import { useTranslations } from '../translations/translations.ts';
import { Empty } from '../ui/empty.tsx';
import { Failure } from '../ui/failure.tsx';
import { Loading } from '../ui/loading.tsx';
import { notifyFailure } from '../ui/notify.ts';
import { saveCsv } from '../ui/save-csv.ts';
import { Screen } from '../ui/screen.tsx';
import { Time } from '../ui/time.tsx';

type Entry = BlogOutputs['audit']['list']['entries'][number];
type Subject = Exclude<Exclude<BlogInputs['audit']['list'], void | undefined>['subject'], undefined>;

/** The subjects to choose from, by the names that the actions begin with; none is missing. */
const subjects = Object.keys({
  admin: true,
  authors: true,
  comments: true,
  console: true,
  jobs: true,
  keys: true,
  mailings: true,
  media: true,
  pages: true,
  passkeys: true,
  posts: true,
  preview: true,
  privacy: true,
  redirects: true,
  reports: true,
  revisions: true,
  settings: true,
  spam: true,
  subscribers: true,
  taxonomy: true,
  threads: true,
  totp: true,
  transfer: true,
  trash: true,
  webhooks: true,
  workingCopies: true,
} satisfies Record<Subject, true>) as Subject[];

/** The audit log: who changed what, and when. */
export function AuditScreen() {
  const { frame, audit: t } = useTranslations();
  const [subject, setSubject] = useState<Subject>();
  const [cursors, setCursors] = useState<(string | undefined)[]>([undefined]);
  const download = useMutation({ mutationFn: () => downloadAll(subject), onError: notifyFailure });
  return (
    <Screen
      title={frame.audit}
      actions={
        <Button
          variant="default"
          leftSection={<Download size={18} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {t.export}
        </Button>
      }
    >
      <Text c="dimmed">{t.help}</Text>
      <Group>
        <NativeSelect
          label={t.kind}
          value={subject ?? ''}
          data={[{ value: '', label: t.all }, ...subjects]}
          onChange={({ currentTarget }) => {
            setSubject(subjects.find((one) => one === currentTarget.value));
            setCursors([undefined]);
          }}
        />
      </Group>
      <Stack>
        {cursors.map((before, at) => (
          <Part
            key={`${subject} ${before}`}
            subject={subject}
            before={before}
            next={at === cursors.length - 1 ? (cursor) => setCursors([...cursors, cursor]) : undefined}
          />
        ))}
      </Stack>
    </Screen>
  );
}

interface PartProps {
  subject: Subject | undefined;
  before: string | undefined;
  /** Shows the next part; absent if it is shown. */
  next: ((cursor: string) => void) | undefined;
}

function Part({ subject, before, next }: PartProps) {
  const { frame, audit: t } = useTranslations();
  const query = useQuery(trpc.audit.list.queryOptions({ subject, before }));
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failure error={query.error} retry={() => void query.refetch()} />;
  const { entries, before: more } = query.data;
  if (entries.length === 0) return <Empty>{t.nothing}</Empty>;
  return (
    <>
      {/* On a phone, the keyboard scrolls it as well. */}
      <Table.ScrollContainer minWidth={500} type="native" role="group" aria-label={frame.audit} tabIndex={0}>
        <Table aria-label={frame.audit}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.when}</Table.Th>
              <Table.Th>{t.who}</Table.Th>
              <Table.Th>{t.what}</Table.Th>
              <Table.Th>{t.object}</Table.Th>
              <Table.Th>{t.network}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {entries.map((entry) => (
              <Row key={entry.id} entry={entry} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {more !== undefined && next && (
        <Group>
          <Button variant="default" onClick={() => next(more)}>
            {t.more}
          </Button>
        </Group>
      )}
    </>
  );
}

function Row({ entry: { at, who, action, object, network } }: { entry: Entry }) {
  const { audit: t } = useTranslations();
  return (
    <Table.Tr>
      <Table.Td>
        <Time at={at} />
      </Table.Td>
      <Table.Td>{actorName(who, t)}</Table.Td>
      <Table.Td dir="ltr">{action}</Table.Td>
      <Table.Td dir="auto" style={{ overflowWrap: 'anywhere' }}>
        {object}
      </Table.Td>
      <Table.Td dir="ltr">{network}</Table.Td>
    </Table.Tr>
  );
}

function actorName({ kind, name }: Entry['who'], t: Translations['audit']): string {
  return kind === 'key' ? formatMessage(t.key, { name: name ?? '' }) : t[kind];
}

async function downloadAll(subject: Subject | undefined): Promise<void> {
  const parts: string[] = [];
  let before: string | undefined;
  do {
    const options = trpc.audit.export.queryOptions({ subject, before });
    const part = await queryClient.fetchQuery({ ...options, staleTime: 0, gcTime: 0 });
    parts.push(part.csv);
    before = part.before;
  } while (before !== undefined);
  saveCsv('audit', parts);
}
