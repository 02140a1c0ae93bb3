import { Alert, Button, FileButton, Group, Modal, Stack, Table, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useState } from 'react';

import type { BlogOutputs } from '../../index.ts';
import { queryClient, trpc } from '../api/api.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { Counts } from '../ui/counts.tsx';
import { notifyFailure } from '../ui/notify.ts';
import { sentenceOf } from '../errors/translate-error.ts';

/** The maximum size of a file in bytes; the service takes as many characters. */
const MAX_SIZE = 4_000_000;
/** The maximum number of rejected rows that are shown. */
const MAX_ROWS = 100;

/** Imports a CSV file: shows what would happen, and then what has happened. */
export function ImportDialog({ close }: { close: () => void }) {
  const { common, redirects: t, subscribers } = useTranslations();
  const [file, setFile] = useState<{ name: string; csv: string }>();
  const [isTooLarge, setTooLarge] = useState(false);
  const trial = useMutation(trpc.redirects.import.mutationOptions());
  const run = useMutation(
    trpc.redirects.import.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.redirects.pathFilter()),
    }),
  );
  const error = run.error ?? trial.error;
  const report = run.data ?? trial.data;

  async function choose(chosen: File | null): Promise<void> {
    if (!chosen) return;
    trial.reset();
    run.reset();
    setFile(undefined);
    setTooLarge(chosen.size > MAX_SIZE);
    if (chosen.size > MAX_SIZE) return;
    const csv = await chosen.text();
    setFile({ name: chosen.name, csv });
    trial.mutate({ csv, dryRun: true });
  }

  return (
    <Modal opened onClose={close} title={t.importTitle} closeButtonProps={{ 'aria-label': common.close }} centered>
      <Stack className="redirects-form">
        <Text size="sm" c="dimmed">
          {t.importHelp}
        </Text>
        <FileButton accept=".csv,.tsv,.txt,text/csv" onChange={(chosen) => void choose(chosen).catch(notifyFailure)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<FileText size={16} aria-hidden />}
              loading={trial.isPending}
              disabled={run.isPending}
              data-autofocus
            >
              {subscribers.chooseFile}
            </Button>
          )}
        </FileButton>
        {(isTooLarge || error) && (
          <Alert color="red" role="alert">
            {isTooLarge ? subscribers.tooLarge : sentenceOf(error)}
          </Alert>
        )}
        <div role="status">
          {file && report && (
            <Stack>
              <Text fw={500} className="redirects-path">
                {formatMessage(run.data ? subscribers.imported : subscribers.trial, { file: file.name })}
              </Text>
              <Report report={report} />
            </Stack>
          )}
        </div>
        <Group justify="flex-end">
          <Button variant={run.data ? 'filled' : 'default'} onClick={close}>
            {run.data ? common.close : common.cancel}
          </Button>
          {!run.data && (
            <Button
              disabled={!trial.data || trial.data.added + trial.data.changed === 0}
              loading={run.isPending}
              onClick={() => file && run.mutate({ csv: file.csv, dryRun: false })}
            >
              {subscribers.import}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

function Report({ report }: { report: BlogOutputs['redirects']['import'] }) {
  const { redirects: t, subscribers } = useTranslations();
  const { added, changed, unchanged, refused } = report;
  const words = subscribers.report;
  return (
    <>
      <Counts
        counts={[
          [words.added, added],
          [t.changed, changed],
          [words.unchanged, unchanged],
          [words.refused, refused.length],
        ]}
      />
      {refused.length > 0 && (
        <Table aria-label={words.refused} className="redirects-path">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.line}</Table.Th>
              <Table.Th>{words.reason}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {refused.slice(0, MAX_ROWS).map(({ line, reason }) => (
              <Table.Tr key={line}>
                <Table.Td>{line}</Table.Td>
                <Table.Td>{reason}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </>
  );
}
