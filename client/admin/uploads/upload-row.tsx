import { ActionIcon, Button, Group, Progress, Text } from '@mantine/core';
import { RotateCw, X } from 'lucide-react';

import { formatMessage } from '../translations/format-message.ts';
import { useLanguage, useTranslations } from '../translations/translations.ts';
import { failureSentence, mayRetry } from './failure-sentence.ts';
import { retryUpload, type Upload } from './queue.ts';

/** An upload that is not finished. */
export function UploadRow({ upload, remove }: { upload: Upload; remove: () => void }) {
  const { uploads: t, common } = useTranslations();
  const { id, name, error } = upload;
  const percent = Math.floor(100 * upload.part);
  return (
    <li className="upload" data-state={upload.state}>
      <Group gap="xs" wrap="nowrap">
        <Text size="sm" truncate flex={1} title={name}>
          {name}
        </Text>
        {!error && (
          <Text size="sm" c="dimmed" className="upload-state">
            <State upload={upload} />
          </Text>
        )}
        {error && mayRetry(error) && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<RotateCw size={14} aria-hidden />}
            aria-label={formatMessage(t.retryOf, { name })}
            onClick={() => retryUpload(id)}
          >
            {common.tryAgain}
          </Button>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={formatMessage(error ? t.removeOf : t.cancelOf, { name })}
          title={error ? t.remove : common.cancel}
          onClick={remove}
        >
          <X size={16} aria-hidden />
        </ActionIcon>
      </Group>
      {error ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {failureSentence(error, upload, t)}
        </Text>
      ) : (
        <Progress.Root size="sm">
          <Progress.Section value={percent} aria-label={formatMessage(t.progressOf, { name })} />
        </Progress.Root>
      )}
    </li>
  );
}

function State({ upload: { state, part } }: { upload: Upload }) {
  const t = useTranslations().uploads;
  const language = useLanguage();
  if (state === 'waiting') return t.waiting;
  if (part === 1) return t.checking;
  return new Intl.NumberFormat(language, { style: 'percent' }).format(part);
}
