import { Button, Group, Text } from '@mantine/core';

import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { Time } from '../ui/time.tsx';
import { JobName, useJobName, type Job } from './job-name.tsx';

interface FailedJobProps {
  job: Job;
  isBusy: boolean;
  retry: () => void;
  remove: () => void;
}

/** A failed job with its reason, and buttons that retry or remove it. */
export function FailedJob({ job, isBusy, retry, remove }: FailedJobProps) {
  const { dashboard: t, common } = useTranslations();
  const { subject, reason, runAt } = job;
  const name = useJobName()(job);
  const label = (action: string) => `${action}: ${name}${subject === null ? '' : ` ${subject}`}`;
  return (
    <>
      <Text fw={500}>
        <JobName job={job} />
      </Text>
      <Text size="sm">{formatMessage(t.jobReason, { reason: reason ?? '–' })}</Text>
      <Group gap="xs" mt="xs">
        <Button
          size="compact-sm"
          variant="default"
          disabled={isBusy}
          onClick={retry}
          aria-label={label(common.tryAgain)}
        >
          {common.tryAgain}
        </Button>
        <Button size="compact-sm" variant="default" disabled={isBusy} onClick={remove} aria-label={label(t.removeJob)}>
          {t.removeJob}
        </Button>
        <Text size="sm" c="dimmed">
          <Time at={runAt} />
        </Text>
      </Group>
    </>
  );
}
