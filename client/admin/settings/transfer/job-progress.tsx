import { Button, Group, Progress, Stack, Text } from '@mantine/core';

import { interpolate } from '../../translations/interpolate.ts';
import { useTranslations } from '../../translations/translations.ts';

interface JobProgressProps {
  /** What the work is called. */
  name: string;
  /** How far it is; undefined while nobody knows. */
  at: { done: number; total: number } | undefined;
  /** What is said while nobody knows. */
  waiting?: string | undefined;
  isStopping?: boolean;
  cancel(): void;
}

/** How far a long work is, and a button to stop it. */
export function JobProgress({ name, at, waiting, isStopping = false, cancel }: JobProgressProps) {
  const t = useTranslations().settings;
  const percent = at && at.total > 0 ? (100 * at.done) / at.total : 0;
  return (
    <Stack gap="xs">
      <Progress.Root size="lg">
        <Progress.Section value={at ? percent : 100} aria-label={name} animated={!at} striped={!at} />
      </Progress.Root>
      <Group justify="space-between">
        <Text size="sm">{isStopping ? t.cancelling : at ? interpolate(t.sending, { ...at }) : waiting}</Text>
        <Button variant="default" size="xs" onClick={cancel} disabled={isStopping}>
          {t.cancel}
        </Button>
      </Group>
    </Stack>
  );
}
