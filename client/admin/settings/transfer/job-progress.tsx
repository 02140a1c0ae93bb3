import { Button, Group, Progress, Stack, Text } from '@mantine/core';

import { formatMessage, type Message } from '../../translations/format-message.ts';
import { useTranslations } from '../../translations/translations.ts';

interface JobProgressProps {
  /** The accessible name of the progress bar. */
  name: string;
  /** The progress; undefined while it is unknown. */
  at: { done: number; total: number } | undefined;
  /** The text while the progress is unknown. */
  waiting?: string | undefined;
  /** The text of the progress; default: the numbers. */
  text?: Message<{ done: string | number; total: string | number }> | undefined;
  isStopping?: boolean;
  cancel(): void;
}

/** The progress of a long task, with a cancel button. */
export function JobProgress({ name, at, waiting, text, isStopping = false, cancel }: JobProgressProps) {
  const t = useTranslations().settings;
  const percent = at && at.total > 0 ? (100 * at.done) / at.total : 0;
  return (
    <Stack gap="xs">
      <Progress.Root size="lg">
        <Progress.Section value={at ? percent : 100} aria-label={name} animated={!at} striped={!at} />
      </Progress.Root>
      <Group justify="space-between">
        <Text size="sm">{isStopping ? t.cancelling : at ? formatMessage(text ?? t.sending, { ...at }) : waiting}</Text>
        <Button variant="default" size="xs" onClick={cancel} disabled={isStopping}>
          {t.cancel}
        </Button>
      </Group>
    </Stack>
  );
}
