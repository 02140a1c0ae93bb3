import { Alert, Stack, Text } from '@mantine/core';

import { sentenceOf } from '../../ui/translate-error.ts';
import { useTranslations } from '../../translations/translations.ts';
import type { ImportJob } from './import-job.ts';
import { Report } from './report.tsx';

/** What became of an import. */
export function ImportOutcome({ job }: { job: ImportJob }) {
  const { settings: t, common } = useTranslations();
  if (job.state === 'failed') {
    return (
      <Alert color="red" role="alert" title={common.failed}>
        <Stack gap="xs">
          <Text size="sm">{sentenceOf(job.error)}</Text>
          <Text size="sm">{t.importFailed}</Text>
        </Stack>
      </Alert>
    );
  }
  const sentences: { [state in ImportJob['state']]?: string } = {
    'no-posts': t.noPosts,
    'no-zip': t.noZip,
    done: t.importDone,
    tried: t.importTried,
    cancelled: t.importCancelled,
  };
  return (
    <Stack>
      <Text role="status" fw={500}>
        {sentences[job.state]}
      </Text>
      {'report' in job && <Report report={job.report} />}
    </Stack>
  );
}
