import { Checkbox, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';

import { useTranslations } from '../../translations/translations.ts';
import { DropPlace } from './drop-place.tsx';
import { cancelImport, importJob, startImport } from './import-job.ts';
import { ImportOutcome } from './import-outcome.tsx';
import { JobProgress } from './job-progress.tsx';

/** Takes in a folder or a zip of Markdown files. */
export function ImportPanel() {
  const t = useTranslations().settings;
  const job = importJob.use();
  const [dryRun, setDryRun] = useState(false);
  const isBusy = job.state === 'reading' || job.state === 'sending' || job.state === 'cancelling';

  return (
    <Stack component="section" aria-labelledby="settings-import">
      <Title order={2} size="h4" id="settings-import">
        {t.import}
      </Title>
      <Text c="dimmed" size="sm">
        {t.importHelp}
      </Text>
      <Checkbox
        label={t.dryRun}
        description={t.dryRunHelp}
        checked={dryRun}
        onChange={({ currentTarget }) => setDryRun(currentTarget.checked)}
        disabled={isBusy}
      />
      <DropPlace disabled={isBusy} take={(given) => void startImport(given, dryRun)} />
      {isBusy && (
        <JobProgress
          name={t.import}
          at={'total' in job ? job : undefined}
          waiting={job.state === 'reading' ? t.reading : undefined}
          isStopping={job.state === 'cancelling'}
          cancel={cancelImport}
        />
      )}
      <ImportOutcome job={job} />
    </Stack>
  );
}
