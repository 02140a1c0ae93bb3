import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { Download } from 'lucide-react';

import { sentenceOf } from '../../ui/translate-error.ts';
import { plural, interpolate } from '../../translations/interpolate.ts';
import { useLanguage, useTranslations } from '../../translations/translations.ts';
import { cancelExport, exportJob, startExport } from './export-job.ts';
import { JobProgress } from './job-progress.tsx';

/** Every post as a Markdown file in one zip. */
export function ExportPanel() {
  const t = useTranslations().settings;
  const language = useLanguage();
  const job = exportJob.use();

  return (
    <Stack component="section" aria-labelledby="settings-export">
      <Title order={2} size="h4" id="settings-export">
        {t.export}
      </Title>
      <Text c="dimmed" size="sm">
        {t.exportHelp}
      </Text>
      {job.state === 'writing' ? (
        <JobProgress name={t.export} at={job} cancel={cancelExport} />
      ) : (
        <div>
          <Button variant="default" leftSection={<Download size={16} aria-hidden />} onClick={() => void startExport()}>
            {t.startExport}
          </Button>
        </div>
      )}
      {job.state === 'failed' && (
        <Alert color="red" role="alert">
          {sentenceOf(job.error)}
        </Alert>
      )}
      <Text role="status">
        {job.state === 'done' && interpolate(plural(t.exportDone, job.posts, language), { name: job.name })}
        {job.state === 'cancelled' && t.exportCancelled}
      </Text>
    </Stack>
  );
}
