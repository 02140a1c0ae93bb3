import { Alert, Stack, Text } from '@mantine/core';

import { sentenceOf } from '../../ui/in-words.ts';
import { useWords } from '../../words/words.ts';
import type { ImportJob } from './import-job.ts';
import { Report } from './report.tsx';

/** What became of an import. */
export function ImportOutcome({ job }: { job: ImportJob }) {
  const { settings: words, common } = useWords();
  if (job.state === 'failed') {
    return (
      <Alert color="red" role="alert" title={common.failed}>
        <Stack gap="xs">
          <Text size="sm">{sentenceOf(job.error)}</Text>
          <Text size="sm">{words.importFailed}</Text>
        </Stack>
      </Alert>
    );
  }
  const sentences: { [state in ImportJob['state']]?: string } = {
    'no-posts': words.noPosts,
    'no-zip': words.noZip,
    done: words.importDone,
    tried: words.importTried,
    cancelled: words.importCancelled,
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
