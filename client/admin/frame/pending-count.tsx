import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { trpc } from '../api/api.ts';
import { useTranslations } from '../translations/translations.ts';

/** The number of pending comments. */
export function PendingCount() {
  const { frame } = useTranslations();
  const { data } = useQuery(trpc.comments.all.queryOptions({ status: 'pending', pageSize: 1 }));
  if (!data?.total) return null;
  return (
    <Badge size="sm" variant="filled" aria-label={`${frame.comments}: ${data.total}`}>
      {data.total}
    </Badge>
  );
}
