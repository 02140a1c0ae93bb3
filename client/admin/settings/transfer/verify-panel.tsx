import { Alert, Button, Stack, Table, Text, Title } from '@mantine/core';
import { ListChecks } from 'lucide-react';
import { useRef } from 'react';

import { formatMessage } from '../../translations/format-message.ts';
import { useTranslations } from '../../translations/translations.ts';
import { Counts } from '../../ui/counts.tsx';
import { JobProgress } from './job-progress.tsx';
import { cancelVerify, verifyFile, verifyJob, type VerifyJob } from './verify-job.ts';

/** The maximum number of URLs in the table. */
const MOST = 200;

/** The check after an import: whether every old URL leads to a page. */
export function VerifyPanel() {
  const t = useTranslations().settings;
  const input = useRef<HTMLInputElement>(null);
  const job = verifyJob.use();
  const isBusy = job.state === 'reading' || job.state === 'sending' || job.state === 'cancelling';

  function choose({ files }: HTMLInputElement) {
    const [file] = files ?? [];
    if (file) void verifyFile(file);
  }

  return (
    <Stack component="section" aria-labelledby="settings-verify">
      <Title order={2} size="h4" id="settings-verify">
        {t.verify}
      </Title>
      <Text c="dimmed" size="sm" id="settings-verify-help">
        {t.verifyHelp}
      </Text>
      <div>
        <Button
          variant="default"
          disabled={isBusy}
          aria-describedby="settings-verify-help"
          leftSection={<ListChecks size={16} aria-hidden />}
          onClick={() => input.current?.click()}
        >
          {t.verifyChoose}
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept=".xml,.gz,.zip"
        data-takes="sitemap"
        onChange={({ currentTarget }) => {
          choose(currentTarget);
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      {isBusy && (
        <JobProgress
          name={t.verify}
          at={'total' in job ? job : undefined}
          waiting={t.reading}
          isStopping={job.state === 'cancelling'}
          cancel={cancelVerify}
        />
      )}
      {job.state === 'failed' && (
        <Alert color="red" role="alert">
          {job.sentence}
        </Alert>
      )}
      <Outcome job={job} />
    </Stack>
  );
}

function Outcome({ job }: { job: VerifyJob }) {
  const t = useTranslations().settings;
  if (!('result' in job)) return <Text role="status" />;
  const { total, pages, redirects, dead } = job.result;
  return (
    <>
      <Text role="status" fw={500}>
        {job.state === 'cancelled'
          ? t.verifyCancelled
          : dead.length === 0
            ? formatMessage(t.verifyFine, { count: total })
            : formatMessage(t.verifyDead, { count: dead.length })}
      </Text>
      <Counts
        counts={[
          [t.redirects, redirects],
          [t.verifyPages, pages],
          [t.verifyDeadCount, dead.length],
        ]}
      />
      {dead.length > 0 && (
        <Table layout="fixed" aria-label={t.verifyDeadCount} className="settings-file">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.verifyUrl}</Table.Th>
              <Table.Th>{t.verifyStatus}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {dead.slice(0, MOST).map(({ path, status }) => (
              <Table.Tr key={path}>
                <Table.Td>{path}</Table.Td>
                <Table.Td>{status === 0 ? '–' : status}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {dead.length > MOST && <Text size="sm">{formatMessage(t.andMore, { count: dead.length - MOST })}</Text>}
    </>
  );
}
