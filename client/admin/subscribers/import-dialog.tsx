import { useMutation } from '@tanstack/react-query';

import { queryClient, trpc } from '../api/api.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { CsvImport, CsvReport } from '../ui/csv-import.tsx';

/** Imports subscribers from a CSV file. */
export function ImportDialog({ close }: { close: () => void }) {
  const { subscribers: t } = useTranslations();
  const trial = useMutation(trpc.subscribers.import.mutationOptions());
  const run = useMutation(
    trpc.subscribers.import.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.subscribers.pathFilter()),
    }),
  );
  return (
    <CsvImport
      title={t.importTitle}
      help={t.importHelp}
      trial={trial}
      run={run}
      countOf={({ added, confirmed }) => added + confirmed}
      label={(count) => (count === 0 ? t.import : formatMessage(t.importCount, { count }))}
      close={close}
    >
      {({ added, confirmed, unchanged, refused, ended }) => (
        <CsvReport
          counts={[
            [t.report.added, added],
            [t.report.confirmed, confirmed],
            [t.report.unchanged, unchanged],
            [t.report.refused, refused.length],
            [t.report.ended, ended.length],
          ]}
          left={[...refused, ...ended.map((line) => ({ line, reason: t.report.endedReason }))].toSorted(
            (a, b) => a.line - b.line,
          )}
        />
      )}
    </CsvImport>
  );
}
