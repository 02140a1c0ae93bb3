import { Alert, Button, FileButton, Group, Modal, Stack, Table, Text } from '@mantine/core';
import { FileText } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { errorSentence } from '../errors/translate-error.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { Counts } from './counts.tsx';
import { notifyFailure } from './notify.ts';

/** The maximum size of a file in bytes; the service takes as many characters. */
const MAX_SIZE = 4_000_000;
/** The maximum number of rows in the table of those that were not imported. */
const MAX_ROWS = 100;

/** A mutation with the procedure. */
interface Import<R> {
  data: R | undefined;
  error: unknown;
  isPending: boolean;
  mutate(input: { csv: string; dryRun: boolean }): void;
  reset(): void;
}

interface CsvImportProps<R> {
  title: string;
  help: string;
  /** Shows what would happen. */
  trial: Import<R>;
  run: Import<R>;
  /** The number of rows that an import would write. */
  countOf: (report: R) => number;
  /** The label of the button that imports this number of rows. */
  label: (count: number) => string;
  children: (report: R) => ReactNode;
  close: () => void;
}

/** Imports a CSV file: shows what would happen, and then what has happened. */
export function CsvImport<R>({ title, help, trial, run, countOf, label, children, close }: CsvImportProps<R>) {
  const { common, subscribers: t } = useTranslations();
  const [file, setFile] = useState<{ name: string; csv: string }>();
  const [isTooLarge, setTooLarge] = useState(false);
  const error = run.error ?? trial.error;
  const report = run.data ?? trial.data;
  const count = trial.data === undefined ? 0 : countOf(trial.data);

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
    <Modal opened onClose={close} title={title} closeButtonProps={{ 'aria-label': common.close }} centered>
      <Stack className="form">
        <Text size="sm" c="dimmed">
          {help}
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
        {(isTooLarge || error !== null) && (
          <Alert color="red" role="alert">
            {isTooLarge ? t.tooLarge : errorSentence(error)}
          </Alert>
        )}
        <div role="status">
          {file && report && (
            <Stack>
              <Text fw={500} className="long-text">
                {formatMessage(run.data ? t.imported : t.trial, { file: file.name })}
              </Text>
              {children(report)}
            </Stack>
          )}
        </div>
        <Group justify="flex-end">
          <Button variant={run.data ? 'filled' : 'default'} onClick={close}>
            {run.data ? common.close : common.cancel}
          </Button>
          {!run.data && (
            <Button
              disabled={count === 0}
              loading={run.isPending}
              onClick={() => file && run.mutate({ csv: file.csv, dryRun: false })}
            >
              {label(count)}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

/** What a file did: numbers, and the rows that were not imported, with the reasons. */
export function CsvReport({
  counts,
  left,
}: {
  counts: readonly (readonly [name: string, count: number])[];
  left: readonly { line: number; reason: string }[];
}) {
  const t = useTranslations().subscribers.report;
  return (
    <Stack>
      <Counts counts={counts} />
      {left.length > 0 && (
        <Table aria-label={t.refused} className="long-text">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.line}</Table.Th>
              <Table.Th>{t.reason}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {left.slice(0, MAX_ROWS).map(({ line, reason }) => (
              <Table.Tr key={line}>
                <Table.Td>{line}</Table.Td>
                <Table.Td>{reason}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {left.length > MAX_ROWS && <Text size="sm">{formatMessage(t.andMore, { count: left.length - MAX_ROWS })}</Text>}
    </Stack>
  );
}
