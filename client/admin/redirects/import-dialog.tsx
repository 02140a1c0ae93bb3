import { useMutation } from '@tanstack/react-query';

import { queryClient, trpc } from '../api/api.ts';
import { useTranslations } from '../translations/translations.ts';
import { CsvImport, CsvReport } from '../ui/csv-import.tsx';

/** Imports redirects from a CSV file. */
export function ImportDialog({ close }: { close: () => void }) {
  const { redirects: t, subscribers } = useTranslations();
  const trial = useMutation(trpc.redirects.import.mutationOptions());
  const run = useMutation(
    trpc.redirects.import.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.redirects.pathFilter()),
    }),
  );
  return (
    <CsvImport
      title={t.importTitle}
      help={t.importHelp}
      trial={trial}
      run={run}
      countOf={({ added, changed }) => added + changed}
      label={() => subscribers.import}
      close={close}
    >
      {({ added, changed, unchanged, refused }) => (
        <CsvReport
          counts={[
            [subscribers.report.added, added],
            [t.changed, changed],
            [subscribers.report.unchanged, unchanged],
            [subscribers.report.refused, refused.length],
          ]}
          left={refused}
        />
      )}
    </CsvImport>
  );
}
