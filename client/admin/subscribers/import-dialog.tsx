import { Alert, Button, FileButton, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useState } from 'react';

import { queryClient, trpc } from '../api/api.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { notifyFailure } from '../ui/notify.ts';
import { sentenceOf } from '../errors/translate-error.ts';
import { Report } from './import-report.tsx';

/** The maximum size of a file in bytes; the service takes as many characters. */
const MAX_SIZE = 4_000_000;

interface ChosenFile {
  name: string;
  csv: string;
}

/** Imports a CSV file: shows what would happen, and then what has happened. */
export function ImportDialog({ close }: { close: () => void }) {
  const { common, subscribers: t } = useTranslations();
  const [file, setFile] = useState<ChosenFile>();
  const [isTooLarge, setTooLarge] = useState(false);
  const trial = useMutation(trpc.subscribers.import.mutationOptions());
  const run = useMutation(
    trpc.subscribers.import.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.subscribers.pathFilter()),
    }),
  );
  const error = run.error ?? trial.error;
  const found = trial.data && trial.data.added + trial.data.confirmed;

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
      <Stack className="subscribers-form">
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
              {t.chooseFile}
            </Button>
          )}
        </FileButton>
        {isTooLarge && (
          <Alert color="red" role="alert">
            {t.tooLarge}
          </Alert>
        )}
        {error && (
          <Alert color="red" role="alert">
            {sentenceOf(error)}
          </Alert>
        )}
        <div role="status">
          {file && trial.data && (
            <Stack>
              <Text fw={500} className="subscribers-address">
                {formatMessage(run.data ? t.imported : t.trial, { file: file.name })}
              </Text>
              <Report report={run.data ?? trial.data} />
            </Stack>
          )}
        </div>
        <Group justify="flex-end">
          {run.data ? (
            <Button onClick={close}>{common.close}</Button>
          ) : (
            <>
              <Button variant="default" onClick={close}>
                {common.cancel}
              </Button>
              <Button
                disabled={!found}
                loading={run.isPending}
                onClick={() => file && run.mutate({ csv: file.csv, dryRun: false })}
              >
                {found ? formatMessage(t.importCount, { count: found }) : t.import}
              </Button>
            </>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
