import { Group, Paper, Skeleton, Stack, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';

import { Failure } from '../ui/failure.tsx';
import { useTranslations } from '../translations/translations.ts';

interface PartProps<T> {
  title: string;
  /** Shown beside the title. */
  side?: ReactNode;
  /** The query of its data. */
  query: { data: T | undefined; isError: boolean; error: unknown; refetch(): unknown };
  children: (data: T) => ReactNode;
}

/** A part of the dashboard: a heading and its data, a skeleton while loading, or an error. */
export function Part<T>({ title, side, query, children }: PartProps<T>) {
  const id = useId();
  return (
    <Paper component="section" aria-labelledby={id} withBorder p="lg" miw={0}>
      <Group justify="space-between" mb="md">
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {side}
      </Group>
      <Read query={query}>{children}</Read>
    </Paper>
  );
}

function Read<T>({ query, children }: Pick<PartProps<T>, 'query' | 'children'>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <Failure error={query.error} retry={() => void query.refetch()} />;
  return <Outline />;
}

/** A skeleton. */
function Outline() {
  const { common } = useTranslations();
  return (
    <Stack role="status" aria-label={common.loading}>
      {['70%', '100%', '85%', '60%', '90%'].map((width) => (
        <Skeleton key={width} height={14} width={width} />
      ))}
    </Stack>
  );
}
