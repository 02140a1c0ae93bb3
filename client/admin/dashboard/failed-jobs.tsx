import { Alert } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';

import { queryClient, trpc } from '../api/api.ts';
import { failedJobs } from '../live/failed-jobs.ts';
import { formatMessage } from '../translations/format-message.ts';
import { useTranslations } from '../translations/translations.ts';
import { notifyFailure } from '../ui/notify.ts';

// Usually there is none.
const FailedJob = lazy(async () => ({ default: (await import('./failed-job.tsx')).FailedJob }));

/** The failed jobs of the service, each with its reason; nothing if there are none. */
export function FailedJobs() {
  const { dashboard: t } = useTranslations();
  const { data } = useQuery(trpc.jobs.list.queryOptions(failedJobs));
  const settled = {
    onError: notifyFailure,
    onSettled: () => queryClient.invalidateQueries(trpc.jobs.pathFilter()),
  };
  const retry = useMutation(trpc.jobs.retry.mutationOptions(settled));
  const remove = useMutation(trpc.jobs.remove.mutationOptions(settled));
  if (!data?.total) return null;
  return (
    <Alert color="red" mb="md" title={formatMessage(t.failedJobs, { count: data.total })}>
      <Suspense>
        <ul className="lines">
          {data.jobs.map((job) => (
            <li key={job.id}>
              <FailedJob
                job={job}
                isBusy={retry.isPending || remove.isPending}
                retry={() => retry.mutate({ id: job.id })}
                remove={() => remove.mutate({ id: job.id })}
              />
            </li>
          ))}
        </ul>
      </Suspense>
    </Alert>
  );
}
