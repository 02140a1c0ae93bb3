import { Alert, Stack, Text, Title } from '@mantine/core';

import { formatMessage } from '../../translations/format-message.ts';
import { useTranslations } from '../../translations/translations.ts';
import { DropPlace } from './drop-place.tsx';
import { cancelImport, importJob, tryImport } from './import-job.ts';
import { ImportOptions } from './import-options.tsx';
import { ImportOutcome } from './import-outcome.tsx';
import { JobProgress } from './job-progress.tsx';
import { rememberImport, unfinishedImport } from './unfinished-import.ts';

/** The import of exports of other systems, and of folders of Markdown files. */
export function ImportPanel() {
  const { settings: t, common } = useTranslations();
  const job = importJob.use();
  const unfinished = unfinishedImport.use();
  const isBusy = ['reading', 'fetching', 'sending', 'cancelling'].includes(job.state);

  return (
    <Stack component="section" aria-labelledby="settings-import">
      <Title order={2} size="h4" id="settings-import">
        {t.import}
      </Title>
      <Text c="dimmed" size="sm">
        {t.importHelp}
      </Text>
      {unfinished !== '' && job.state === 'none' && (
        <Alert withCloseButton closeButtonLabel={common.close} onClose={() => rememberImport('')}>
          {formatMessage(t.importUnfinished, { names: unfinished })}
        </Alert>
      )}
      <ImportOptions disabled={isBusy} />
      <DropPlace disabled={isBusy} take={(given) => void tryImport(given)} />
      {isBusy && (
        <JobProgress
          name={job.state === 'fetching' ? t.fetching : 'isTrial' in job && job.isTrial ? t.dryRun : t.import}
          text={job.state === 'fetching' ? t.fetchedPictures : undefined}
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
