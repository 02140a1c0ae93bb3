import { Group, Paper, Skeleton, Stack, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';

import { Failure } from '../ui/failure.tsx';
import { useTranslations } from '../translations/translations.ts';

interface PartProps<T> {
  title: string;
  /** What stands beside the title. */
  side?: ReactNode;
  /** What was read, or is still on its way. */
  query: { data: T | undefined; isError: boolean; error: unknown; refetch(): unknown };
  children: (data: T) => ReactNode;
}

/** A part of the dashboard: its heading, and below what was read, its outline until then, or why there is none. */
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

/** Where the lines will be. */
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
