import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';

import type { GivenImport } from '../../../importers/given/import-given.ts';
import { isUnchanged, type ImportReport } from '../../../importers/import-report.ts';
import { formatMessage } from '../../translations/format-message.ts';
import { useTranslations } from '../../translations/translations.ts';
import { cancelImport, importChoices, startImport, type ImportJob } from './import-job.ts';
import { Report } from './report.tsx';

/** The result of an import, or of its dry run with the question whether to go on. */
export function ImportOutcome({ job }: { job: ImportJob }) {
  const { settings: t, common } = useTranslations();
  if (job.state === 'failed') {
    return (
      <Alert color="red" role="alert" title={common.failed}>
        <Stack gap="xs">
          <Text size="sm">{job.sentence}</Text>
          <Text size="sm">{t.importFailed}</Text>
        </Stack>
      </Alert>
    );
  }
  const sentences: { [state in ImportJob['state']]?: string } = {
    'no-files': t.noFiles,
    unknown: job.state === 'unknown' ? formatMessage(t.unknownFiles, { names: job.names }) : '',
    done: t.importDone,
    tried: t.importTried,
    cancelled: t.importCancelled,
  };
  return (
    <Stack>
      <Text role="status" fw={500}>
        {sentences[job.state]}
      </Text>
      {'result' in job && <Found {...job.result} />}
      {'result' in job && isUnchanged(job.result.report) && <Text size="sm">{t.importUnchanged}</Text>}
      {job.state === 'tried' && <PicturesElsewhere {...job.result.report} />}
      {job.state === 'tried' && (
        <Group>
          <Button onClick={() => void startImport(job.given, job.result)}>{t.startImport}</Button>
          <Button variant="default" onClick={cancelImport}>
            {t.cancel}
          </Button>
        </Group>
      )}
      {'result' in job && <Report {...job.result} />}
    </Stack>
  );
}

/** Asks whether the service fetches the pictures that are at other hosts. */
function PicturesElsewhere({ elsewhere }: ImportReport) {
  const t = useTranslations().settings;
  const choices = importChoices.use();
  const count = elsewhere.reduce((sum, { urls }) => sum + urls.length, 0);
  if (count === 0) return null;
  return (
    <Checkbox
      label={formatMessage(t.fetchPictures, { count })}
      description={t.fetchPicturesHelp}
      checked={choices.fetchesPictures}
      onChange={({ currentTarget: { checked } }) =>
        importChoices.set({ ...importChoices.get(), fetchesPictures: checked })
      }
    />
  );
}

/** The recognized formats. */
function Found({ exports, isFolder, exact }: GivenImport) {
  const t = useTranslations().settings;
  return (
    <>
      <Text size="sm">
        {isFolder ? t.folderFound : exports.map(({ file, system }) => `${file} (${system})`).join(', ')}
      </Text>
      {exact !== undefined && <Text size="sm">{exact ? t.archiveExact : t.archiveLikeOthers}</Text>}
    </>
  );
}
