import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { Download } from 'lucide-react';

import { sentenceOf } from '../../ui/in-words.ts';
import { counted, fill } from '../../words/fill.ts';
import { useLanguage, useWords } from '../../words/words.ts';
import { cancelExport, exportJob, startExport } from './export-job.ts';
import { JobProgress } from './job-progress.tsx';

/** Every post as a Markdown file in one zip. */
export function ExportPanel() {
  const words = useWords().settings;
  const language = useLanguage();
  const job = exportJob.use();

  return (
    <Stack component="section" aria-labelledby="settings-export">
      <Title order={2} size="h4" id="settings-export">
        {words.export}
      </Title>
      <Text c="dimmed" size="sm">
        {words.exportHelp}
      </Text>
      {job.state === 'writing' ? (
        <JobProgress name={words.export} at={job} cancel={cancelExport} />
      ) : (
        <div>
          <Button variant="default" leftSection={<Download size={16} aria-hidden />} onClick={() => void startExport()}>
            {words.startExport}
          </Button>
        </div>
      )}
      {job.state === 'failed' && (
        <Alert color="red" role="alert">
          {sentenceOf(job.error)}
        </Alert>
      )}
      <Text role="status">
        {job.state === 'done' && fill(counted(words.exportDone, job.posts, language), { name: job.name })}
        {job.state === 'cancelled' && words.exportCancelled}
      </Text>
    </Stack>
  );
}
