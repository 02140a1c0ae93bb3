import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { trpc } from '../api/api.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { Failure } from '../ui/failure.tsx';
import { Loading } from '../ui/loading.tsx';
import { Time } from '../ui/time.tsx';
import { JobName } from './job-name.tsx';

/** The jobs that run next, read when they are opened. */
export function WaitingJobs() {
  const t = useTranslations().dashboard;
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t.nextJobs}</summary>
      {isOpen && <List />}
    </details>
  );
}

function List() {
  const t = useTranslations().dashboard;
  const { data, error, refetch } = useQuery(trpc.jobs.list.queryOptions({ state: 'waiting', pageSize: 20 }));
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <ul className="lines" aria-label={t.nextJobs}>
      {data.jobs.map((job) => (
        <li key={job.id}>
          <Text>
            <JobName job={job} /> · <Time at={job.runAt} />
          </Text>
          {job.reason !== null && <Text size="sm">{formatMessage(t.jobReason, { reason: job.reason })}</Text>}
        </li>
      ))}
    </ul>
  );
}
